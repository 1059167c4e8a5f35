import type { PortAssignment } from '../../simulator/simulation.js';
import type { SimulationEvent } from '../../simulator/simulated-tracker.js';
import type { SimulationCounters } from '../../simulator/counters.js';
import { trackerKinds } from '../../simulator/trackers/index.js';
import type { SimulateOptions } from './simulate-options.js';

type PortListing = PortAssignment & { readonly path: string };
type TrackerSummary = SimulationCounters & { readonly kept: number };

/** The output of `waypost simulate`. */
export type SimulateOutput = {
  readonly start: (ports: readonly PortListing[]) => void;
  readonly event: (event: SimulationEvent) => void;
  readonly end: (summaries: readonly TrackerSummary[]) => void;
};

type Write = (text: string) => void;

/** JSON Lines, each with an `event`. */
export const jsonOutput = ({ protocol }: SimulateOptions, write: Write): SimulateOutput => {
  const line = (value: object): void => {
    write(`${JSON.stringify(value)}\n`);
  };
  return {
    start(ports) {
      for (const { path, deviceIds } of ports) line({ event: 'port', path, protocol, deviceIds });
    },
    event: line,
    end(summaries) {
      for (const summary of summaries) line({ event: 'summary', ...summary });
    },
  };
};

export const plainOutput = (options: SimulateOptions, write: Write): SimulateOutput => ({
  start(ports) {
    const lines = ports.map(({ path, deviceIds: [first = '', ...more] }) =>
      more.length === 0 ? `  ${path}  ${first}` : `  ${path}  ${first} and ${more.length} more`,
    );
    write(`Simulated trackers (${options.protocol}), one report every ${options.interval} s each:\n\n`);
    write(`${lines.join('\n')}\n\n`);
    if (options.port === undefined) write(configuration(options, ports));
    write('Ctrl-C stops the simulation.\n');
  },
  event: () => undefined,
  end(summaries) {
    write(summaries.map((summary) => `${describeSummary(options, summary)}\n`).join(''));
  },
});

/** The configuration that a gateway needs for these ports, or for the listener. */
function configuration({ protocol, baud, onRequest, connect }: SimulateOptions, ports: readonly PortListing[]): string {
  const { sharesPort, baudRate } = trackerKinds[protocol];
  const serialPorts = ports.map(({ path, deviceIds: [deviceId] }) => ({
    path,
    protocol,
    baudRate: baud ?? baudRate,
    ...(sharesPort ? {} : { deviceId }),
    ...(onRequest === true && { commands: true }),
  }));
  const serial =
    connect === undefined
      ? { ports: serialPorts }
      : { listeners: [{ transport: connect.transport, port: connect.port, protocol }] };
  const hint =
    sharesPort || connect !== undefined
      ? 'Their data is quarantined until they are registered: POST /api/devices {"id":"…"}\n\n'
      : '';
  return `Configuration for a gateway (waypost serve --config FILE):\n\n${JSON.stringify({ serial })}\n\n${hint}`;
}

function describeSummary({ protocol }: SimulateOptions, summary: TrackerSummary): string {
  const { deviceId, made, acknowledged, refused, dropped, kept, faults } = summary;
  const counts = { acknowledged, refused, dropped, kept };
  const outcomes = Object.entries(counts).filter(([name, times]) => times > 0 || name === 'acknowledged');
  const acknowledgements = trackerKinds[protocol].isAcknowledged
    ? outcomes.map(([name, times]) => `, ${times} ${name}`).join('')
    : '';
  const done = Object.entries(faults).map(([name, times]) => `${name} ${times}`);
  return `${deviceId}: ${made} records made${acknowledgements}${done.length === 0 ? '' : `; faults: ${done.join(', ')}`}`;
}
