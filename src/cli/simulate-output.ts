import type { Berth } from '../simulator/simulation.js';
import type { SimulationEvent } from '../simulator/station.js';
import type { Tally } from '../simulator/tally.js';
import { trackerKinds } from '../simulator/trackers/index.js';
import type { SimulateOptions } from './simulate-options.js';

type Place = Berth & { readonly path: string };
type Summary = Tally & { readonly kept: number };

/** What `waypost simulate` prints. */
export type SimulateOutput = {
  readonly begin: (places: readonly Place[]) => void;
  readonly event: (event: SimulationEvent) => void;
  readonly end: (summaries: readonly Summary[]) => void;
};

type Write = (text: string) => void;

/** JSON Lines, each with its `event`. */
export const jsonOutput = ({ protocol }: SimulateOptions, write: Write): SimulateOutput => {
  const line = (value: object): void => {
    write(`${JSON.stringify(value)}\n`);
  };
  return {
    begin(places) {
      for (const { path, deviceIds } of places) line({ event: 'port', path, protocol, deviceIds });
    },
    event: line,
    end(summaries) {
      for (const summary of summaries) line({ event: 'summary', ...summary });
    },
  };
};

export const plainOutput = (options: SimulateOptions, write: Write): SimulateOutput => ({
  begin(places) {
    const lines = places.map(({ path, deviceIds: [first = '', ...more] }) =>
      more.length === 0 ? `  ${path}  ${first}` : `  ${path}  ${first} and ${more.length} more`,
    );
    write(`Simulated trackers (${options.protocol}), one report each every ${options.interval} s:\n\n`);
    write(`${lines.join('\n')}\n\n`);
    if (options.port === undefined) write(configuration(options, places));
    write('Ctrl-C ends it.\n');
  },
  event: () => undefined,
  end(summaries) {
    write(summaries.map((summary) => `${inWords(options, summary)}\n`).join(''));
  },
});

/** What a gateway needs to read them. */
function configuration({ protocol, baud }: SimulateOptions, places: readonly Place[]): string {
  const { heardTogether, baudRate } = trackerKinds[protocol];
  const ports = places.map(({ path, deviceIds: [deviceId] }) => ({
    path,
    protocol,
    baudRate: baud ?? baudRate,
    ...(heardTogether ? {} : { deviceId }),
  }));
  const registered = heardTogether
    ? 'What they send is kept aside until they are registered: POST /api/devices {"id":"…"}\n\n'
    : '';
  return `In the configuration of a gateway (waypost serve --config FILE):\n\n${JSON.stringify({ serial: { ports } })}\n\n${registered}`;
}

function inWords({ protocol }: SimulateOptions, summary: Summary): string {
  const { deviceId, made, acknowledged, refused, dropped, kept, faults } = summary;
  const fates = { acknowledged, refused, dropped, kept };
  const fate = Object.entries(fates).filter(([name, times]) => times > 0 || name === 'acknowledged');
  const said = trackerKinds[protocol].isAnswered ? fate.map(([name, times]) => `, ${times} ${name}`).join('') : '';
  const done = Object.entries(faults).map(([name, times]) => `${name} ${times}`);
  return `${deviceId}: ${made} records made${said}${done.length === 0 ? '' : `; faults: ${done.join(', ')}`}`;
}
