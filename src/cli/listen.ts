import { Command, InvalidArgumentError } from 'commander';
import { success, WaypostError } from '../errors.js';
import { quiet } from '../logger.js';
import { protocols } from '../protocols/index.js';
import { nowhere } from '../protocols/protocol.js';
import type { PortStatus } from '../schema/port.js';
import { createLink } from '../serial/link.js';
import { namingOf } from '../serial/machine/names.js';
import { openAny } from '../serial/any-port.js';
import type { OpenPort } from '../serial/open-port.js';
import { identify } from '../serial/machine/presence.js';
import type { Report } from '../serial/receive.js';
import { auto, protocolsNamed, spokenNames } from '../serial/spoken.js';
import { timers } from '../serial/timers.js';
import { createClock } from '../services/clock.js';
import { createLineShow } from '../framing/line-show.js';
import { untilStopped } from './signals.js';

type Options = { readonly protocol: string; readonly baud?: number; readonly json?: true };

export const listenCommand = (): Command =>
  new Command('listen')
    .description('show what is heard on a port and what it means, as it comes; nothing is ever written to the port')
    .argument('<path>', 'a serial device, a pseudo-terminal or tcp://host:port')
    .option('--protocol <name>', `${spokenNames(protocols)}: found out by listening`, auto)
    .option('--baud <rate>', "bit/s; the protocol's usual one, or found out by listening", baudRateOf)
    .option('--json', 'print JSON Lines')
    .addHelpText('after', '\nA gateway that reads the port must let go of it first. Ctrl-C ends it.')
    .action(listen);

function baudRateOf(text: string): number {
  const rate = Number(text);
  if (Number.isInteger(rate) && rate >= 50 && rate <= 4_000_000) return rate;
  throw new InvalidArgumentError('It must be a whole number of bit/s, 50 to 4000000.');
}

/** What is shown: a state of the port, a line as it was heard, records that were read out of it. */
type Shown =
  | { readonly port: PortStatus }
  | { readonly heard: string }
  | { readonly report: Pick<Report, 'deviceId' | 'locations' | 'alerts' | 'telemetry'> };

async function listen(path: string, { protocol: name, baud, json }: Options): Promise<void> {
  const spoken = protocolsNamed(name, protocols);
  if (spoken === undefined) {
    throw new WaypostError('validation_failed', `--protocol must be one of ${spokenNames(protocols)}, not ${name}`);
  }
  const clock = createClock();
  const show = (shown: Shown): void => {
    const at = new Date(clock.now()).toISOString();
    process.stdout.write(json ? `${JSON.stringify({ at, ...shown })}\n` : `${at.slice(11, 23)}  ${describe(shown)}\n`);
  };
  const lines = createLineShow((heard) => {
    show({ heard });
  });
  let told = '';
  const link = createLink({
    config: { path, protocol: name, ...(baud !== undefined && { baudRate: baud }) },
    protocols: spoken,
    receive({ deviceId, locations, alerts, telemetry }) {
      show({ report: { deviceId, locations, alerts, ...(telemetry && { telemetry }) } });
      return Promise.resolve(success({ accepted: locations.length + alerts.length, duplicates: 0 }));
    },
    openPort: mute(lines.hear),
    identify,
    namingOf: async () => ({ ...(await namingOf(path)), id: path }),
    gateway: { ...nowhere, now: () => clock.now() },
    timers,
    logger: quiet,
    onChange: tell,
  });

  function tell(): void {
    const port = link.status();
    const text = describePort(port);
    if (text !== told) show({ port });
    told = text;
  }

  const stopped = untilStopped();
  link.start();
  await stopped;
  await link.stop();
  lines.end();
  show({ port: link.status() });
}

/** Ports that are heard by `tap` as well, and that nothing is written to. */
const mute =
  (tap: (chunk: Uint8Array) => void): OpenPort =>
  async (options) => {
    const port = await openAny({
      ...options,
      onData(chunk) {
        tap(chunk);
        options.onData(chunk);
      },
    });
    return { ...port, write: () => Promise.resolve() };
  };

function describe(shown: Shown): string {
  if ('heard' in shown) return shown.heard;
  if ('port' in shown) return `# ${describePort(shown.port)}`;
  const { deviceId, locations, alerts, telemetry = [] } = shown.report;
  const records = [
    ...locations.map((location) => `location ${JSON.stringify(location)}`),
    ...alerts.map((alert) => `alert ${JSON.stringify(alert)}`),
    ...telemetry.map((told) => `telemetry ${JSON.stringify(told)}`),
  ];
  return `→ ${deviceId}: ${records.length === 0 ? 'says hello' : records.join(', ')}`;
}

function describePort({ path, state, reason, protocol, baudRate, heard, counters }: PortStatus): string {
  const speed = baudRate === null ? '' : ` at ${baudRate} bit/s`;
  const evidence = heard.map(
    (one) =>
      `${one.protocol}${one.baudRate === null ? '' : ` at ${one.baudRate}`}: ${one.frames} frames, ${percent(one.share)}`,
  );
  const { bytes, frames, discardedBytes, badChecksums } = counters;
  return [
    `${path} ${state}`,
    `${protocol === auto ? 'listening' : protocol}${speed}`,
    ...(evidence.length > 0 ? [`heard ${evidence.join('; ')}`] : []),
    `${bytes} bytes, ${frames} frames, ${discardedBytes} bytes discarded, ${badChecksums} bad checksums`,
    ...(reason === null ? [] : [reason]),
  ].join(' · ');
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
