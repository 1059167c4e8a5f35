import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createPrng } from '../../src/simulator/prng.js';
import { portsOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { startHangUps, type HangUps } from '../support/serial/tty-hangup.js';
import { expectOwn } from './unplug/check.js';
import { createFleet, type Fleet } from './unplug/fleet.js';
import { createPortWatch } from './unplug/port-watch.js';
import { COLLECTING, memoryOf, type Memory } from '../support/machine/collected-memory.js';
import { median } from '../bench/measure/statistics.js';
import { cpuMs, descriptorsOf } from './unplug/process-figures.js';
import { unplugTimes } from './unplug/rounds.js';
import { fillSockets, pathOf, type Sockets } from './unplug/sockets.js';

const UNPLUGS = Number(process.env.WAYPOST_UNPLUGS ?? 60);
const SEED = 7;
const TICK_MS = 50;
const AWAY_MS = 2_500;
/** Of this many windows the median counts, because other suites run at the same time. */
const WINDOWS = 3;
/** ms of processor time per second: 2 % of a core */
const MAX_CPU_MS = 20;
/**
 * MiB more at the end than in the middle: the state of about 30 records per second, and 1 kB that the package's native
 * poller keeps per opening; no closed port is kept.
 */
const MAX_GROWTH = { inUse: 4, resident: 8 };

describe('trackers that are unplugged and plugged in again', () => {
  // Registered before useFolder's hook, which removes the folder that the gateway writes to.
  afterEach(async () => {
    clearInterval(ticking);
    for (const { socket } of sockets?.slots ?? []) socket.unplug();
    await hangUps.end();
    await gateway.end('SIGKILL');
  });
  const folder = useFolder();
  let hangUps: HangUps;
  let ticking: NodeJS.Timeout;
  let fleet: Fleet;
  let gateway: Gateway;
  let client: Client;
  let sockets: Sockets | undefined;

  // A child process inherits open descriptors, so these are started before any terminal exists.
  beforeEach(async () => {
    hangUps = startHangUps();
    fleet = createFleet(SEED);
    const ports = fleet.trackers.map(({ protocol, deviceIds }, n) => ({
      path: pathOf(folder(), n),
      protocol,
      ...(protocol === 'nmea0183' && { deviceId: deviceIds[0] }),
    }));
    const config = { serial: { ports }, log: { level: 'error' } };
    gateway = await startGateway({ folder: folder(), config, env: COLLECTING });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (const { protocol, deviceIds } of fleet.trackers)
      if (protocol !== 'nmea0183') for (const id of deviceIds) await client.call('POST', '/api/devices', { id });
  });

  it(`trackers unplugged ${UNPLUGS} times are received again within 10 s, at no cost, and no record is lost, repeated or mixed up`, async function () {
    this.timeout(this.timeout() + UNPLUGS * 10_000);
    const { pid } = gateway;
    const random = createPrng(SEED);
    const portAt = createPortWatch(client);
    sockets = fillSockets(fleet, folder(), hangUps, portAt);
    const { slots, unplug, replug } = sockets;
    const isSettled = (until: number): boolean => {
      fleet.advance(until);
      return fleet.kept() === 0;
    };
    const allAre = async (state: string): Promise<boolean> =>
      (await portsOf(client)).every((port) => port.state === state);
    ticking = setInterval(fleet.advance, TICK_MS);
    await eventually('all are open', () => allAre('open'));
    const descriptors = descriptorsOf(pid);

    const half = Math.floor(UNPLUGS / 2);
    const times = await unplugTimes(half, sockets, random);
    const middle = await memoryOf(gateway);
    times.push(...(await unplugTimes(UNPLUGS - half, sockets, random)));
    const end = await memoryOf(gateway);

    await unplug(slots, 'hang-up');
    await eventually('all are absent', () => allAre('absent'));
    const windows: number[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      const before = cpuMs(pid);
      await delay(AWAY_MS);
      windows.push(((cpuMs(pid) - before) / AWAY_MS) * 1_000);
    }
    const cpu = median(windows);
    const together = await replug(slots);

    clearInterval(ticking);
    const last = Date.now();
    await eventually('everything is acknowledged', () => isSettled(last));

    let acknowledged = 0;
    for (const tracker of fleet.trackers)
      for (const deviceId of tracker.deviceIds) acknowledged += await expectOwn(client, fleet, deviceId);
    for (const { socket, replugs } of slots) {
      const { counters } = await portAt(socket.path);
      expect(counters, socket.path).to.include({ reopened: replugs, unknownDevices: 0 });
    }
    const areAsBefore = (): boolean => descriptorsOf(pid).join() === descriptors.join();
    await eventually('descriptors are as before', areAsBefore).catch(() => {
      expect(descriptorsOf(pid)).to.deep.equal(descriptors);
    });
    expect(gateway.output(), 'errors').not.to.match(/"level":[56]0/);

    const otherNames = times.filter(({ hasOtherName }) => hasOtherName).length;
    console.log(
      `      open again ${spread(times.map(({ open }) => open))}, received ${spread(times.map(({ received }) => received))},`,
      `all at once ${spread(together.map(({ received }) => received))}`,
    );
    console.log(
      `      ${otherNames} under another name, ${acknowledged} records acknowledged,`,
      `${cpu.toFixed(1)} ms of a core per second while away, memory ${describeMemory(middle)} and then ${describeMemory(end)}`,
    );
    expect(otherNames).to.be.above(UNPLUGS / 2);
    expect(cpu).to.be.below(MAX_CPU_MS);
    expect(end.inUse - middle.inUse).to.be.below(MAX_GROWTH.inUse);
    expect(end.resident - middle.resident).to.be.below(MAX_GROWTH.resident);
  });
});

const describeMemory = ({ inUse, resident }: Memory): string => `${inUse.toFixed(1)} of ${resident.toFixed(1)} MiB`;

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms`;
}
