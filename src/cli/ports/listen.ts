import { Command } from 'commander';
import { success, WaypostError } from '../../errors.js';
import { silentLogger } from '../../logger.js';
import { protocols } from '../../protocols/index.js';
import { NULL_CONTEXT } from '../../protocols/protocol.js';
import { createManagedPort, type PortActivity } from '../../serial/port/managed-port.js';
import { readPersistentName } from '../../serial/linux/persistent-names.js';
import { openPort } from '../../serial/transport/open-port.js';
import type { OpenPort } from '../../serial/transport/port-types.js';
import { readNodeIdentity } from '../../serial/linux/node-identity.js';
import type { Report } from '../../domain/report.js';
import { AUTO, resolveProtocols, protocolChoices } from '../../protocols/lookup.js';
import { createClock, timers } from '../../time/clock.js';
import { createLinePrinter } from '../../framing/printable.js';
import { printableJson } from '../../schema/printable-text.js';
import { parseNumber } from '../options/option-values.js';
import { untilStopped } from '../terminal/signals.js';

type ListenCommandOptions = { readonly protocol: string; readonly baud?: number; readonly json?: true };

export const listenCommand = (): Command =>
  new Command('listen')
    .description('show received data and decoded records of a port live; never writes to the port')
    .argument('<path>', 'a serial device, a pseudo-terminal, tcp://host:port or gpsd://host:port')
    .option('--protocol <name>', protocolChoices(protocols).join(', '), AUTO)
    .option(
      '--baud <rate>',
      "bit/s (default: the protocol's usual rate, or detected)",
      parseNumber('--baud', { min: 50, max: 4_000_000, whole: true, unit: 'bit/s' }),
    )
    .option('--json', 'print JSON Lines')
    .addHelpText('after', '\nStop a gateway that reads the port first. Ctrl-C stops this command.')
    .action(listen);

/** One line of output: the state of the port, a received line, or decoded records. */
type ListenEvent =
  | { readonly port: PortActivity }
  | { readonly received: string }
  | { readonly report: Pick<Report, 'deviceId' | 'locations' | 'alerts' | 'telemetry'> };

async function listen(path: string, { protocol: name, baud, json }: ListenCommandOptions): Promise<void> {
  const candidates = resolveProtocols(name, protocols);
  if (candidates === undefined) {
    throw new WaypostError(
      'validation_failed',
      `--protocol must be one of ${protocolChoices(protocols).join(', ')}, not ${name}`,
    );
  }
  const clock = createClock();
  const show = (shown: ListenEvent): void => {
    const at = new Date(clock.now()).toISOString();
    process.stdout.write(json ? `${printableJson({ at, ...shown })}\n` : `${at.slice(11, 23)}  ${describe(shown)}\n`);
  };
  const lines = createLinePrinter((received) => {
    show({ received });
  });
  let lastShown = '';
  const link = createManagedPort({
    config: { path, protocol: name, ...(baud !== undefined && { baudRate: baud }) },
    protocols: candidates,
    receive({ deviceId, locations, alerts, telemetry }) {
      show({ report: { deviceId, locations, alerts, ...(telemetry && { telemetry }) } });
      return Promise.resolve(success({ accepted: locations.length + alerts.length, duplicates: 0 }));
    },
    openPort: listenOnly(lines.push),
    readNodeIdentity,
    readPersistentName: async () => ({ ...(await readPersistentName(path)), id: path }),
    gateway: { ...NULL_CONTEXT, now: () => clock.now() },
    timers,
    logger: silentLogger,
    onChange: showChange,
  });

  function showChange(): void {
    const port = link.status();
    const text = describePort(port);
    if (text !== lastShown) show({ port });
    lastShown = text;
  }

  const stopped = untilStopped();
  link.start();
  await stopped;
  await link.stop();
  lines.end();
  show({ port: link.status() });
}

/** Ports that pass received data to `onReceived`, too, and ignore writes. */
const listenOnly =
  (onReceived: (chunk: Uint8Array) => void): OpenPort =>
  async (options) => {
    const port = await openPort({
      ...options,
      onData(chunk) {
        onReceived(chunk);
        options.onData(chunk);
      },
    });
    return { ...port, write: () => Promise.resolve() };
  };

function describe(shown: ListenEvent): string {
  if ('received' in shown) return shown.received;
  if ('port' in shown) return `# ${describePort(shown.port)}`;
  const { deviceId, locations, alerts, telemetry = [] } = shown.report;
  const records = [
    ...locations.map((location) => `location ${printableJson(location)}`),
    ...alerts.map((alert) => `alert ${printableJson(alert)}`),
    ...telemetry.map((value) => `telemetry ${printableJson(value)}`),
  ];
  return `→ ${deviceId}: ${records.length === 0 ? 'hello' : records.join(', ')}`;
}

function describePort({ path, state, reason, protocol, baudRate, candidates, counters }: PortActivity): string {
  const speed = baudRate === null ? '' : ` at ${baudRate} bit/s`;
  const evidence = candidates.map(
    (one) =>
      `${one.protocol}${one.baudRate === null ? '' : ` at ${one.baudRate}`}: ${one.frames} frames, ${percent(one.share)}`,
  );
  const { bytes, frames, discardedBytes, badChecksums, framesBy } = counters;
  const kinds = Object.entries(framesBy.withoutRecord).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${path} ${state}`,
    `${protocol === AUTO ? 'listening' : protocol}${speed}`,
    ...(evidence.length > 0 ? [`candidates ${evidence.join('; ')}`] : []),
    `${bytes} bytes, ${frames} frames, ${discardedBytes} bytes discarded, ${badChecksums} bad checksums`,
    ...(kinds.length > 0 ? [`without a record: ${kinds.join(', ')}`] : []),
    ...(reason === null ? [] : [reason]),
  ].join(' · ');
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
