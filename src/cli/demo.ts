import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApp } from '../app.js';
import { loadSettings } from '../config.js';
import { generateKey } from '../services/accounts/key-hash.js';
import { createClock } from '../time/clock.js';
import { createSimulation } from '../simulator/simulation.js';
import { trackerKinds } from '../simulator/trackers/index.js';
import { parseNumber } from './options/option-values.js';
import { untilStopped } from './terminal/signals.js';

const INTERVAL_MS = 1000;
const TICK_MS = 50;

/** Who drives in the demo, and what the tracker on board speaks. */
const FLEET = [
  { deviceId: 'bus-1', protocol: 'nmea0183' },
  { deviceId: 'bus-2', protocol: 'nmea0183' },
  { deviceId: 'van-1', protocol: 'json' },
  { deviceId: 'truck-1', protocol: 'wpt' },
] as const;

type DemoCommandOptions = { readonly port: string; readonly ships: number };

export const demoCommand = (): Command =>
  new Command('demo')
    .description('run the gateway on simulated trackers: virtual serial ports, everything else is real')
    .option('--port <number>', 'port to listen on', '8080')
    .option(
      '--ships <n>',
      'ships off the harbour, on an AIS port',
      parseNumber('--ships', { min: 0, max: 500, whole: true }),
      0,
    )
    .action(demo);

async function demo({ port, ships }: DemoCommandOptions): Promise<void> {
  const clock = createClock();
  const stopped = untilStopped();
  // The native part of the virtual ports is not on every platform: only who asks for them needs it.
  const { openVirtualPort } = await import('../simulator/ports/virtual-port.js');
  const folder = await mkdtemp(join(tmpdir(), 'waypost-demo-'));
  const assignments = [
    ...FLEET.map(({ deviceId, protocol }) => ({
      protocol,
      deviceIds: [deviceId],
      name: deviceId,
      configured: { deviceId },
    })),
    ...(ships === 0 ? [] : [{ protocol: 'ais' as const, deviceIds: shipIds(ships), name: 'ais', configured: {} }]),
  ].map((assignment) => ({ ...assignment, line: openVirtualPort(join(folder, `${assignment.name}.tty`)) }));
  const settings = await loadSettings({ host: '127.0.0.1', port }, {});
  const config = {
    ...settings.config,
    log: { level: 'warn' as const },
    serial: {
      ...settings.config.serial,
      ports: assignments.map(({ protocol, line, configured }) => ({ path: line.path, protocol, ...configured })),
    },
  };
  const adminApiKey = generateKey();
  const app = await createApp({ config, data: join(folder, 'data'), adminApiKey });
  const started = await app.start();

  const startAt = Math.ceil(clock.now() / INTERVAL_MS) * INTERVAL_MS;
  const simulations = assignments.map(({ protocol, ...assignment }, seed) =>
    createSimulation({
      kind: trackerKinds[protocol],
      assignments: [assignment],
      seed,
      startAt,
      intervalMs: INTERVAL_MS,
      now: clock.monotonic,
    }),
  );
  const driving = setInterval(() => {
    for (const simulation of simulations) simulation.advance(clock.now());
  }, TICK_MS);

  process.stdout.write(instructions(`http://127.0.0.1:${started.port}`, adminApiKey, shipIds(ships)));
  await stopped;
  clearInterval(driving);
  await app.stop();
  for (const { line } of assignments) line.close();
  await rm(folder, { recursive: true, force: true });
}

const shipIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => trackerKinds.ais.ids.nth('24466', index + 1));

const instructions = (url: string, key: string, ships: readonly string[]): string => `
Four simulated vehicles drive about a depot, each on a virtual serial port of its own. In another terminal:

  TOKEN=$(curl -s ${url}/api/Auth/Token -H 'Content-Type: application/json' \\
    -d '{"userName":"admin","apiKey":"${key}"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

  # where is bus-1?
  curl -s ${url}/api/devices/bus-1/lastLocation -H "Authorization: Bearer $TOKEN"

  # and where was it in the last hour?
  curl -s ${url}/api/devices/bus-1/locations -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d "{\\"from\\":\\"$(date -u -d '-1 hour' +%FT%TZ)\\",\\"to\\":\\"$(date -u +%FT%TZ)\\"}"

  # the devices, and the ports they are heard on
  curl -s ${url}/api/devices -H "Authorization: Bearer $TOKEN"
  curl -s ${url}/api/ports -H "Authorization: Bearer $TOKEN"
${shipInstructions(url, ships)}
Ctrl-C ends the demo; its data goes with it.
`;

const shipInstructions = (url: string, [first, ...more]: readonly string[]): string =>
  first === undefined
    ? ''
    : `
  # what a ship sends is kept aside until it is registered, by its MMSI: ${first}${more.length === 0 ? '' : ` to ${more.at(-1) ?? first}`}
  curl -s ${url}/api/unknownDevices -H "Authorization: Bearer $TOKEN"
  curl -s ${url}/api/devices -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"id":"${first}"}'
  curl -s ${url}/api/devices/${first}/lastLocation -H "Authorization: Bearer $TOKEN"
`;
