import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApp, type App } from '../app.js';
import { loadSettings } from '../config.js';
import { errnoOf, messageOf, WaypostError } from '../errors.js';
import { generateKey } from '../services/accounts/key-hash.js';
import { createClock } from '../time/clock.js';
import type { VirtualPort } from '../simulator/ports/virtual-port.js';
import { createSimulation } from '../simulator/simulation.js';
import { trackerKinds, type TrackerProtocol } from '../simulator/trackers/index.js';
import { createHistory } from './demo/history.js';
import { instructions } from './demo/instructions.js';
import { createGatewayClient } from './gateway/gateway-client.js';
import { parseNumber } from './options/option-values.js';
import { untilStopped } from './terminal/signals.js';
import { ownCommand } from './own-command.js';

const INTERVAL_MS = 1000;
const TICK_MS = 50;
const HOST = '127.0.0.1';

/** The vehicles of the demo, and the protocol of the tracker in each. */
const FLEET = [
  { deviceId: 'bus-1', name: 'Bus 1', protocol: 'nmea0183' },
  { deviceId: 'bus-2', name: 'Bus 2', protocol: 'nmea0183' },
  { deviceId: 'van-1', name: 'Van 1', protocol: 'json' },
  { deviceId: 'truck-1', name: 'Truck 1', protocol: 'wpt' },
] as const;
/** Its tracker is not registered: its locations are quarantined. */
const UNKNOWN = { deviceId: 'van-2', protocol: 'json' } as const;
/** Its port is configured, but not plugged in. */
const ABSENT = { name: 'bus-3', protocol: 'nmea0183' } as const;

type DemoCommandOptions = { readonly port: string; readonly ships: number };

export const demoCommand = (): Command =>
  new Command('demo')
    .description('run the gateway with simulated trackers on virtual serial ports; everything else is real')
    .option('--port <number>', 'port to listen on; 0: any free port', '8080')
    .option(
      '--ships <n>',
      'number of ships near the harbor, on an AIS port',
      parseNumber('--ships', { min: 0, max: 500, whole: true }),
      0,
    )
    .action(demo);

async function demo({ port, ships }: DemoCommandOptions): Promise<void> {
  const stopped = untilStopped();
  const folder = await makeTemporaryFolder();
  const demoPorts: DemoPort[] = [];
  try {
    await openDemoPorts(folder, ships, demoPorts);
    const adminApiKey = generateKey();
    const app = await createDemoApp(folder, port, demoPorts, adminApiKey);
    const url = `http://${HOST}:${await startApp(app, port)}`;
    try {
      const gateway = await createGatewayClient({ url, user: 'admin', apiKey: adminApiKey });
      const vehicles = FLEET.map(({ deviceId, name }, seed) => ({ deviceId, name, seed }));
      await createHistory(gateway, vehicles, createClock().now());
      const driving = drive(demoPorts);
      process.stdout.write(instructions({ url, key: adminApiKey, ships: shipIds(ships) }));
      await stopped;
      clearInterval(driving);
    } finally {
      await app.stop();
    }
  } finally {
    // An open virtual port would keep the process running.
    for (const { line } of demoPorts) line.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeTemporaryFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'waypost-demo-'));
  } catch (error) {
    throw new WaypostError(
      'conflict',
      `no folder can be created in ${tmpdir()} (${messageOf(error)}): set TMPDIR to a folder that you can write to`,
    );
  }
}

type DemoPort = {
  readonly path: string;
  readonly protocol: TrackerProtocol;
  readonly deviceIds: readonly string[];
  readonly line: VirtualPort;
};

/** Adds a virtual port for each vehicle, and one for all ships; those opened before an error stay in the list. */
async function openDemoPorts(folder: string, ships: number, opened: DemoPort[]): Promise<void> {
  // Loaded on demand, because its native module is not available on every platform.
  const { openVirtualPort } = await import('../simulator/ports/virtual-port.js');
  const addPort = (name: string, protocol: TrackerProtocol, deviceIds: readonly string[]): void => {
    const path = join(folder, `${name}.tty`);
    opened.push({ path, protocol, deviceIds, line: openVirtualPort(path) });
  };
  for (const { deviceId, protocol } of FLEET) addPort(deviceId, protocol, [deviceId]);
  addPort(UNKNOWN.deviceId, UNKNOWN.protocol, [UNKNOWN.deviceId]);
  if (ships > 0) addPort('ais', 'ais', shipIds(ships));
}

async function createDemoApp(
  folder: string,
  port: string,
  demoPorts: readonly DemoPort[],
  adminApiKey: string,
): Promise<App> {
  const { config } = await loadSettings({ host: HOST, port }, {});
  const ports = demoPorts.map(({ path, protocol, deviceIds: [deviceId] }) =>
    trackerKinds[protocol].sharesPort || deviceId === undefined || deviceId === UNKNOWN.deviceId
      ? { path, protocol }
      : { path, protocol, deviceId },
  );
  const absent = { path: join(folder, `${ABSENT.name}.tty`), protocol: ABSENT.protocol, deviceId: ABSENT.name };
  const demoConfig = {
    ...config,
    log: { level: 'error' as const },
    serial: { ...config.serial, ports: [...ports, absent] },
  };
  return createApp({ config: demoConfig, data: join(folder, 'data'), adminApiKey });
}

/** The port that the gateway listens on. */
async function startApp(app: App, port: string): Promise<number> {
  try {
    return (await app.start()).port;
  } catch (error) {
    if (!(error instanceof WaypostError) || errnoOf(error.cause) !== 'EADDRINUSE') throw error;
    throw new WaypostError(
      'conflict',
      `port ${port} of ${HOST} is in use: stop the program that uses it (to find it: sudo ss -ltnp), ` +
        `or take any free port: ${ownCommand('demo --port 0')}`,
    );
  }
}

function drive(demoPorts: readonly DemoPort[]): NodeJS.Timeout {
  const clock = createClock();
  const startAt = Math.ceil(clock.now() / INTERVAL_MS) * INTERVAL_MS;
  const simulations = demoPorts.map(({ protocol, ...assignment }, seed) =>
    createSimulation({
      kind: trackerKinds[protocol],
      assignments: [assignment],
      seed,
      startAt,
      intervalMs: INTERVAL_MS,
      now: clock.monotonic,
    }),
  );
  return setInterval(() => {
    for (const simulation of simulations) simulation.advance(clock.now());
  }, TICK_MS);
}

const shipIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => trackerKinds.ais.ids.nth('24466', index + 1));
