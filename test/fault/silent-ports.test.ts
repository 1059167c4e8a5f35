import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { protocols } from '../../src/protocols/index.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import { createPorts } from '../../src/serial/port/ports.js';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { eventually } from '../support/gateway/eventually.js';
import { startDeviceServer } from '../support/serial/device-server.js';
import { useFolder } from '../support/store/folder.js';

/** Periods of trackers, in ms: from 29 s in steps of 0.3 s; 125 s takes seven minutes. */
const MAX_PERIOD_MS = 1_000 * Number(process.env.WAYPOST_SILENT_SECONDS ?? 31);
const MIN_PERIOD_MS = 29_000;
const STEP_MS = 300;
/** after two bursts that are 1 s apart */
const PERIODS = MAX_PERIOD_MS > 60_000 ? 3 : 2;
const SETTLE_MS = 120_000;
const LOOK_MS = 500;
const START = Date.UTC(2026, 10, 21, 10);
const vehicle = createVehicle({ seed: 5 });
const burst = (second: number): string => nmeaEpoch(vehicle.fixAt(START + 1000 * second));

type Sender = { readonly path: string; readonly send: (data: string) => unknown; readonly close: () => unknown };

async function openDeviceServer(): Promise<Sender> {
  const server = await startDeviceServer();
  return { path: server.path, send: (data) => server.clients.at(-1)?.write(data), close: () => server.stop() };
}

function openTerminal(path: string): Sender {
  const line = openVirtualPort(path);
  return { path, send: (data) => line.write(Buffer.from(data)), close: line.close };
}

describe('ports that are silent between the bursts of their trackers', () => {
  const folder = useFolder();

  it(`pseudo-terminals and device servers lose no burst of trackers with periods of 29 to ${MAX_PERIOD_MS / 1_000} s`, async function () {
    this.timeout(2 * SETTLE_MS + (PERIODS + 1) * MAX_PERIOD_MS);
    const trackers: { readonly periodMs: number; readonly protocol: string; readonly sender: Sender }[] = [];
    for (let periodMs = MIN_PERIOD_MS; periodMs <= MAX_PERIOD_MS; periodMs += STEP_MS) {
      const isDetected = ((periodMs - MIN_PERIOD_MS) / STEP_MS) % 5 === 0;
      for (const protocol of isDetected ? ['nmea0183', 'auto'] : ['nmea0183']) {
        const terminal = openTerminal(join(folder(), `${protocol}-${periodMs}`));
        trackers.push({ periodMs, protocol, sender: terminal });
        trackers.push({ periodMs, protocol, sender: await openDeviceServer() });
      }
    }
    const stored = new Map<string, Set<string>>();
    const ports = createPorts({
      configs: trackers.map(({ protocol, sender: { path } }) => ({ path, protocol, deviceId: 'bus-1' })),
      protocols,
      receive({ locations, source: { port = '' } }) {
        const dates = stored.get(port) ?? new Set();
        for (const { dateTime } of locations) dates.add(dateTime);
        stored.set(port, dates);
        return Promise.resolve(success({ accepted: locations.length, duplicates: 0 }));
      },
      gateway: NULL_CONTEXT,
      captureFolder: folder(),
      logger: silentLogger,
    });
    ports.start();
    try {
      const areOpen = (): boolean => ports.statuses().every(({ state }) => state === 'open');
      // A look at hundreds of ports every few ms would hold them up.
      await eventually('all are open', areOpen, { withinMs: SETTLE_MS, maxPauseMs: LOOK_MS });
      await Promise.all(trackers.map(({ periodMs, sender }) => sendBursts(sender, periodMs)));
      const isStored = (): boolean => trackers.every(({ sender: { path } }) => stored.get(path)?.size === PERIODS + 2);
      await eventually('all bursts are stored', isStored, { withinMs: 10_000 }).catch(() => undefined);
      const lost = trackers.filter(({ sender: { path } }) => stored.get(path)?.size !== PERIODS + 2);
      expect(lost.map(({ sender, periodMs }) => `${sender.path} ${periodMs} ms: ${stored.get(sender.path)?.size}`)).to
        .be.empty;
      expect(ports.statuses().every(({ counters }) => counters.reopened === 0)).to.equal(true);
      console.log(`      ${trackers.length} ports, ${trackers.length * (PERIODS + 2)} bursts, none lost`);
    } finally {
      await ports.stop();
      for (const { sender } of trackers) await sender.close();
    }
  });
});

async function sendBursts(sender: Sender, periodMs: number): Promise<void> {
  for (const [index, gapMs] of [0, 1_000, ...Array.from({ length: PERIODS }, () => periodMs)].entries()) {
    await delay(gapMs);
    await sender.send(burst(index));
  }
}
