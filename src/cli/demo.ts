import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createApp } from '../app.js';
import { loadSettings } from '../config.js';
import { newKey } from '../services/key-hash.js';
import { jsonLine } from '../simulator/json.js';
import { nmeaEpoch } from '../simulator/nmea.js';
import { createVehicle, type Vehicle } from '../simulator/vehicle.js';
import type { VirtualPort } from '../simulator/virtual-port.js';
import { createWptTracker } from '../simulator/wpt.js';
import { createClock, type Clock } from '../services/clock.js';
import { untilStopped } from './signals.js';

const INTERVAL_MS = 1000;

/** Who drives in the demo, and what the tracker on board speaks. */
const fleet = [
  { deviceId: 'bus-1', protocol: 'nmea0183' },
  { deviceId: 'bus-2', protocol: 'nmea0183' },
  { deviceId: 'van-1', protocol: 'json' },
  { deviceId: 'truck-1', protocol: 'wpt' },
] as const;

export const demoCommand = (): Command =>
  new Command('demo')
    .description('run the gateway on simulated trackers: virtual serial ports, everything else is real')
    .option('--port <number>', 'port to listen on', '8080')
    .action(demo);

async function demo({ port }: { readonly port: string }): Promise<void> {
  const clock = createClock();
  const stopped = untilStopped();
  // The native part of the virtual ports is not on every platform: only who asks for them needs it.
  const { openVirtualPort } = await import('../simulator/virtual-port.js');
  const folder = await mkdtemp(join(tmpdir(), 'waypost-demo-'));
  const vehicles = fleet.map(({ deviceId, protocol }, seed) => {
    const line = openVirtualPort(join(folder, `${deviceId}.tty`));
    const report = trackers[protocol]({ deviceId, line, vehicle: createVehicle({ seed }), clock });
    return { deviceId, protocol, line, report };
  });
  const settings = await loadSettings({ host: '127.0.0.1', port }, {});
  const config = {
    ...settings.config,
    log: { level: 'warn' as const },
    serial: {
      ...settings.config.serial,
      ports: vehicles.map(({ deviceId, protocol, line }) => ({ path: line.path, protocol, deviceId })),
    },
  };
  const adminApiKey = newKey();
  const app = await createApp({ config, data: join(folder, 'data'), adminApiKey });
  const started = await app.start();

  const driving = setInterval(() => {
    const now = Math.floor(clock.now() / INTERVAL_MS) * INTERVAL_MS;
    for (const { report } of vehicles) report(now);
  }, INTERVAL_MS);

  process.stdout.write(instructions(`http://127.0.0.1:${started.port}`, adminApiKey));
  await stopped;
  clearInterval(driving);
  await app.stop();
  for (const { line } of vehicles) line.close();
  await rm(folder, { recursive: true, force: true });
}

type OnBoard = {
  readonly deviceId: string;
  readonly line: VirtualPort;
  readonly vehicle: Vehicle;
  readonly clock: Clock;
};

/** The trackers on board, by what they speak: each reports once a second where its vehicle is. */
const trackers = {
  nmea0183:
    ({ line, vehicle }: OnBoard) =>
    (now: number) =>
      void line.write(nmeaEpoch(vehicle.fixAt(now))),
  json({ deviceId, line, vehicle }: OnBoard) {
    let id = 0;
    return (now: number) =>
      void line.write(jsonLine({ id: (id += 1), deviceId, location: vehicle.fixAt(now) }, { checked: true }));
  },
  wpt({ deviceId, line, vehicle, clock }: OnBoard) {
    const tracker = createWptTracker({
      deviceId,
      newEpoch: () => randomBytes(4).toString('hex').toUpperCase(),
      send: (text) => void line.write(text),
      now: () => clock.monotonic(),
    });
    line.onData(tracker.hear);
    return (now: number) => {
      tracker.tick();
      tracker.fix(vehicle.fixAt(now));
    };
  },
};

const instructions = (url: string, key: string): string => `
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

Ctrl-C ends the demo; its data goes with it.
`;
