import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createDice } from '../../src/simulator/dice.js';
import { portsOf } from '../support/ask.js';
import { signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { startHangUps, type HangUps } from '../support/hang-ups.js';
import { expectOwn } from './unplug/check.js';
import { createFleet, type Fleet } from './unplug/fleet.js';
import { createPortWatch } from './unplug/port-watch.js';
import { cpuMs, descriptorsOf, residentMiB } from './unplug/process-figures.js';
import { unplugTimes } from './unplug/rounds.js';
import { fillSockets, pathOf, type Sockets } from './unplug/sockets.js';

const UNPLUGS = Number(process.env.WAYPOST_UNPLUGS ?? 60);
const SEED = 7;
const tickMs = 50;
const awayMs = 5_000;
/** ms of processor time a second: 2 % of a core */
const mostCpu = 20;
/** MiB that memory may be more at the end than it was in the middle */
const mostGrowth = 16;

describe('trackers that are unplugged and put back', () => {
  // Before the folder's own, which removes what the gateway still writes to.
  afterEach(async () => {
    clearInterval(ticking);
    for (const { socket } of sockets?.places ?? []) socket.unplug();
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

  // What a process starts with it holds: so they are started before there is any terminal.
  beforeEach(async () => {
    hangUps = startHangUps();
    fleet = createFleet(SEED);
    const ports = fleet.trackers.map(({ protocol, deviceIds }, n) => ({
      path: pathOf(folder(), n),
      protocol,
      ...(protocol === 'nmea0183' && { deviceId: deviceIds[0] }),
    }));
    gateway = await startGateway({ folder: folder(), config: { serial: { ports }, log: { level: 'error' } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (const { protocol, deviceIds } of fleet.trackers)
      if (protocol !== 'nmea0183') for (const id of deviceIds) await client.call('POST', '/api/devices', { id });
  });

  it(`${UNPLUGS} times are each heard again within 10 s, cost nothing, and lose, repeat or confuse no record`, async function () {
    this.timeout(120_000 + UNPLUGS * 10_000);
    const { pid } = gateway;
    const dice = createDice(SEED);
    const portAt = createPortWatch(client);
    sockets = fillSockets(fleet, folder(), hangUps, portAt);
    const { places, unplug, replug } = sockets;
    const isSettled = (until: number): boolean => {
      fleet.advance(until);
      return fleet.kept() === 0;
    };
    const allAre = async (state: string): Promise<boolean> =>
      (await portsOf(client)).every((port) => port.state === state);
    ticking = setInterval(fleet.advance, tickMs);
    await eventually('all are open', () => allAre('open'), 10_000);
    const descriptors = descriptorsOf(pid);

    const half = Math.floor(UNPLUGS / 2);
    const times = await unplugTimes(half, sockets, dice);
    const middle = await leastMemory(pid);
    times.push(...(await unplugTimes(UNPLUGS - half, sockets, dice)));
    const end = await leastMemory(pid);

    await unplug(places, 'hang-up');
    await eventually('all are missed', () => allAre('absent'), 10_000);
    const before = cpuMs(pid);
    await delay(awayMs);
    const cpu = ((cpuMs(pid) - before) / awayMs) * 1_000;
    const together = await replug(places);

    clearInterval(ticking);
    const last = Date.now();
    await eventually('all is acknowledged', () => isSettled(last), 30_000);

    let acknowledged = 0;
    for (const tracker of fleet.trackers)
      for (const deviceId of tracker.deviceIds) acknowledged += await expectOwn(client, fleet, deviceId);
    for (const { socket, replugs } of places) {
      const { counters } = await portAt(socket.path);
      expect(counters, socket.path).to.include({ reopened: replugs, unknownDevices: 0 });
    }
    const isAsAtFirst = (): boolean => descriptorsOf(pid).join() === descriptors.join();
    await eventually('descriptors are as at first', isAsAtFirst, 10_000).catch(() => {
      expect(descriptorsOf(pid)).to.deep.equal(descriptors);
    });
    expect(gateway.output(), 'errors').not.to.match(/"level":[56]0/);

    console.log(
      `      open again ${spread(times.map(({ open }) => open))}, heard ${spread(times.map(({ heard }) => heard))}`,
    );
    console.log(`      all at once: heard ${spread(together.map(({ heard }) => heard))}`);
    console.log(
      `      ${times.filter(({ otherName }) => otherName).length} under another name, ${acknowledged} records acknowledged,`,
      `${cpu.toFixed(1)} ms of a core a second while away, memory ${middle.toFixed(1)} and then ${end.toFixed(1)} MiB`,
    );
    expect(cpu).to.be.below(mostCpu);
    expect(end - middle).to.be.below(mostGrowth);
  });
});

/** MiB, the least of two seconds: what is in use, and not what waits to be collected. */
async function leastMemory(pid: number): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < 20; look += 1) {
    least = Math.min(least, residentMiB(pid));
    await delay(100);
  }
  return least;
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms`;
}
