import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { portsOf } from '../../support/api/api-queries.js';
import type { Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { freePort } from '../../support/gateway/free-port.js';
import { nextMessage } from '../measure/cores.js';
import { assertDescriptors } from '../measure/descriptors.js';
import { deviceOf, startMeasuredGateway } from '../measure/gateway.js';
import { cpuSeconds, rssMb, watchPeakMb } from '../measure/process.js';
import { settle } from '../measure/served.js';
import { withFolder } from '../measure/settings.js';
import { storedLocations } from '../measure/stored.js';
import type { Fed } from '../ports/feeder.js';
import { PORTS } from '../ports/streams.js';
import { compare, type Compared } from './compare.js';
import { RECORDS_PER_PACKET, trackerIdOf, type Fleet } from './fleet.js';
import type { Sent } from './trackers.js';

export type Measured = Compared & {
  /** % of a core */
  readonly cpu: number;
  /** for a record of a tracker or a port */
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly portsPerSecond: number;
  /** of the gateway before and after the trackers have connected */
  readonly restMb: number;
  readonly connectedMb: number;
  readonly peakMb: number;
  readonly connectionKb: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** of the process of the trackers, % of a core */
  readonly loadCpu: number;
  readonly furthestBehind: number;
  /** faults, as text */
  readonly problems: readonly string[];
};

type Times = { readonly seconds: number; readonly warmUpSeconds: number };

const BAUD_RATE = 9_600;
/** descriptors of a process besides the connections */
const OTHER_DESCRIPTORS = 256;
const MAX_SETTLE_MS = 20_000;
/** counters of the data; the others are of faults */
const NOT_FAULTS: ReadonlySet<string> = new Set(['bytes', 'frames']);

/** Runs the gateway with all trackers and ports, and compares what is stored with what was acknowledged. */
export function measureListener(fleet: Fleet, times: Times): Promise<Measured> {
  assertDescriptors(fleet.trackers + OTHER_DESCRIPTORS);
  return withFolder(async (folder) => {
    const links = join(folder, 'ports');
    mkdirSync(links);
    const length = String(times.warmUpSeconds + times.seconds);
    const args = [links, 'nmea', 'slices', length, String(PORTS), String(BAUD_RATE)];
    const feeder = fork('dist/test/bench/ports/feeder.js', args);
    try {
      await nextMessage(feeder);
      return await measureGateway(folder, links, { fleet, times, feeder });
    } finally {
      feeder.disconnect();
    }
  });
}

type Run = { readonly fleet: Fleet; readonly times: Times; readonly feeder: ChildProcess };

async function measureGateway(folder: string, links: string, { fleet, times, feeder }: Run): Promise<Measured> {
  const port = await freePort();
  const ports = Array.from({ length: PORTS }, (_, n) => ({
    ...{ path: join(links, `port-${n}`), protocol: 'nmea0183', baudRate: BAUD_RATE, deviceId: deviceOf(n) },
  }));
  const listeners = [{ transport: 'tcp', host: '127.0.0.1', port, protocol: 'teltonika' }];
  const devices = Array.from({ length: fleet.trackers }, (_, n) => trackerIdOf(n));
  const gateway = await startMeasuredGateway({ folder, config: { serial: { ports, listeners } }, devices });
  const args = [port, fleet.trackers, fleet.intervalMs, times.warmUpSeconds, times.seconds].map(String);
  let trackers: ChildProcess | undefined;
  try {
    await settle(gateway.pid);
    const restMb = rssMb(gateway.pid);
    trackers = fork('dist/test/bench/listeners/trackers.js', args);
    await nextMessage(trackers);
    await settle(gateway.pid);
    const connectedMb = rssMb(gateway.pid);
    const { sent, fed, ...load } = await runLoad(gateway.pid, times, trackers, feeder);
    const problems = await problemsOf(gateway.client, sent, fed);
    await gateway.stop();
    const perSecond = (1000 * fleet.trackers * RECORDS_PER_PACKET) / fleet.intervalMs;
    const portsPerSecond = fed.records / (times.warmUpSeconds + times.seconds);
    return {
      ...compare(storedLocations(join(folder, 'data')), sent, fed),
      ...{ ...load, problems, perSecond, portsPerSecond, restMb, connectedMb },
      cpuUs: (1e4 * load.cpu) / (perSecond + portsPerSecond),
      connectionKb: (1000 * (connectedMb - restMb)) / fleet.trackers,
      ...{ p50Ms: sent.p50Ms, p99Ms: sent.p99Ms, loadCpu: sent.cpu, furthestBehind: sent.furthestBehind },
    };
  } finally {
    trackers?.disconnect();
    await gateway.stop();
  }
}

async function runLoad(pid: number, times: Times, trackers: ChildProcess, feeder: ChildProcess) {
  const peak = watchPeakMb(pid);
  const replies = [nextMessage<Sent>(trackers), nextMessage<Fed>(feeder)] as const;
  for (const child of [trackers, feeder]) child.send('go');
  await delay(1000 * times.warmUpSeconds);
  const [begun, before] = [performance.now(), cpuSeconds(pid)];
  await delay(1000 * times.seconds);
  const cpu = (1e5 * (cpuSeconds(pid) - before)) / (performance.now() - begun);
  const [sent, fed] = await Promise.all(replies);
  return { sent, fed, cpu, peakMb: peak() };
}

/** What the gateway has refused or not understood, once it has read everything. */
async function problemsOf(client: Client, { sent, closed }: Sent, fed: Fed): Promise<string[]> {
  const bytes = fed.ports.reduce((sum, port) => sum + port.bytes, 0);
  const rows = () => portsOf(client);
  await eventually(
    'the ports are read',
    async () =>
      (await rows()).reduce((sum, { listener, counters }) => sum + (listener ? 0 : counters.bytes), 0) >= bytes,
    { withinMs: MAX_SETTLE_MS },
  );
  const problems = (await rows()).flatMap(({ path, counters, listener }) => {
    const refused = Object.entries(listener?.refused ?? {}).map(([reason, count]) => `${path}: ${count} ${reason}`);
    const faults = Object.entries(counters).flatMap(([name, count]) =>
      typeof count === 'number' && count > 0 && !NOT_FAULTS.has(name) ? [`${path}: ${count} ${name}`] : [],
    );
    return [...refused, ...faults];
  });
  return closed === 0 ? problems : [...problems, `${closed} of ${sent.length} connections were closed`];
}
