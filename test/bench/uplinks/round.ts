import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../support/gateway/eventually.js';
import { locationAt, postOf, workloads } from '../http/requests.js';
import { drive } from '../measure/drive.js';
import { DEVICES, deviceOf } from '../measure/gateway.js';
import { cpuSeconds, machineCpuSeconds, rssMb, watchPeakMb, writtenBytes } from '../measure/process.js';
import { settle } from '../measure/served.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { copyTemplate } from './behind.js';
import type { FarSide, FarSideType } from './far-sides.js';
import { startSending, type SendingGateway } from './sending-gateway.js';

/** One type of far side: the gateway catches up alone, then under alerts, then under loads. */

export const POSTED = 50;
export const ALERTS = 5;
/** Of the catch-up alone, which is read from figures that do not change at each moment. */
const WINDOWS = 5;
const LOOK_MS = 100;
const PATIENCE_MS = 60_000;

type Loaded = {
  /** locations a second, with the uplink switched on and off, one a round */
  readonly with: number[];
  readonly without: number[];
  /** records a second that the uplink sent meanwhile, one a round */
  readonly forwarded: number[];
  readonly peakMb: number;
};
export type LoadName = 'one' | 'batch';

export type Measured = {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly cpu: number;
  readonly othersCpu: number;
  readonly startMb: number;
  readonly peakMb: number;
  /** for 1,000 records */
  readonly logKb: number;
  readonly writtenKb: number;
  readonly alertsMs: readonly number[];
  readonly loads: Readonly<Record<LoadName, Loaded>>;
  /** records behind at the end */
  readonly behind: number;
};

type CatchUp = Pick<Measured, 'perSecond' | 'cpuUs' | 'cpu' | 'othersCpu' | 'logKb' | 'writtenKb'>;

/** Switches the uplink on and measures it after the warm-up, until the time is over or nothing is left. */
async function catchUp(gateway: SendingGateway, { seconds, warmUpSeconds }: Settings): Promise<CatchUp> {
  const { pid, uplink, logBytes } = gateway;
  const read = async () => ({
    forwarded: (await uplink()).forwarded,
    at: performance.now(),
    cpu: cpuSeconds(pid),
    machine: machineCpuSeconds(),
    log: logBytes(),
    written: writtenBytes(pid),
  });
  await gateway.setEnabled(false);
  let before = await read();
  await gateway.setEnabled(true);
  if (warmUpSeconds > 0) {
    await delay(warmUpSeconds * 1000);
    before = await read();
  }
  while (performance.now() - before.at < WINDOWS * seconds * 1000 && (await uplink()).behind.records > 0)
    await delay(LOOK_MS);
  const after = await read();
  const records = after.forwarded - before.forwarded;
  if (records === 0) throw new Error(`nothing was forwarded: ${JSON.stringify(await uplink())}`);
  const [s, cpu] = [(after.at - before.at) / 1000, after.cpu - before.cpu];
  return {
    perSecond: records / s,
    cpuUs: (1e6 * cpu) / records,
    cpu: (100 * cpu) / s,
    othersCpu: (100 * (after.machine - before.machine - cpu)) / s,
    logKb: (after.log - before.log) / records,
    writtenKb: (after.written - before.written) / records,
  };
}

/** ms from the post of each alert until the far side has it. */
async function postAlerts({ client }: SendingGateway, farSide: FarSide): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < ALERTS; at += 1) {
    const before = await farSide.alerts();
    const posted = performance.now();
    const alert = { alerts: ['SOSButton'], dateTime: new Date().toISOString() };
    const { status, body } = await client.call('POST', `/api/devices/${deviceOf(at)}/alerts`, alert);
    if (status !== 201) throw new Error(`the alert is answered with ${status}: ${String(body.error)}`);
    const what = 'the alert is at the far side';
    await eventually(what, async () => (await farSide.alerts()) > before, {
      withinMs: PATIENCE_MS,
      maxPauseMs: MAX_PAUSE_MS,
    });
    times.push(performance.now() - posted);
  }
  return times;
}
/** Between two looks at the far side: what the times are exact to. */
const MAX_PAUSE_MS = 10;

const batch = Array.from({ length: POSTED }, (_, at) => locationAt((at * 1000) / POSTED));

const LOADS: Readonly<Record<LoadName, { requests: (token: string) => readonly string[]; locations: number }>> = {
  one: { requests: workloads.post, locations: 1 },
  batch: {
    requests: (token) => Array.from({ length: DEVICES }, (_, i) => postOf(token, deviceOf(i), batch)),
    locations: POSTED,
  },
};

/** The same load with the uplink on and off, in alternating rounds. */
async function load(gateway: SendingGateway, name: LoadName, settings: Settings): Promise<Loaded> {
  const { url, pid, client, uplink, setEnabled } = gateway;
  const { requests, locations } = LOADS[name];
  const peak = watchPeakMb(pid);
  const loaded: Omit<Loaded, 'peakMb'> = { with: [], without: [], forwarded: [] };

  async function drivePosts(seconds: number): Promise<number> {
    const {
      requests: posted,
      perSecond,
      bad,
      broken,
    } = await drive({ url, requests: requests(client.token), seconds });
    if (posted === 0 || bad + broken > 0)
      throw new Error(`posts of ${locations}: ${posted} answered, ${bad} errors, ${broken} broken connections`);
    return perSecond * locations;
  }
  async function measureWith(): Promise<void> {
    await setEnabled(true);
    const before = { at: performance.now(), forwarded: (await uplink()).forwarded };
    loaded.with.push(await drivePosts(settings.seconds));
    const forwarded = (await uplink()).forwarded - before.forwarded;
    loaded.forwarded.push((1000 * forwarded) / (performance.now() - before.at));
    await setEnabled(false);
  }
  async function measureWithout(): Promise<void> {
    loaded.without.push(await drivePosts(settings.seconds));
  }

  await setEnabled(false);
  if (settings.warmUpSeconds > 0) await drivePosts(settings.warmUpSeconds);
  for (let round = 0; round < settings.rounds; round += 1) {
    const measures = [measureWith, measureWithout];
    for (const measure of round % 2 === 0 ? measures : measures.toReversed()) {
      await settle(pid);
      await measure();
    }
  }
  return { ...loaded, peakMb: peak() };
}

export const measureFarSide = ({ start }: FarSideType, template: string, settings: Settings): Promise<Measured> =>
  withFolder(async (folder) => {
    const near = join(folder, 'near');
    mkdirSync(near);
    copyTemplate(template, near);
    const farSide = await start(join(folder, 'far'));
    try {
      const gateway = await startSending(near, farSide.settings);
      try {
        const startMb = rssMb(gateway.pid);
        const peak = watchPeakMb(gateway.pid);
        const caughtUp = await catchUp(gateway, settings);
        const alertsMs = await postAlerts(gateway, farSide);
        const alone = { ...caughtUp, alertsMs, startMb, peakMb: peak() };
        const loads = { one: await load(gateway, 'one', settings), batch: await load(gateway, 'batch', settings) };
        return { ...alone, loads, behind: (await gateway.uplink()).behind.records };
      } finally {
        await gateway.stop();
      }
    } finally {
      await farSide.end();
    }
  });
