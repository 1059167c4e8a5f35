import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { workloads } from '../http/requests.js';
import { digits, markdownTable, type Figure } from '../measure/figure.js';
import { DEVICES, deviceOf, startMeasuredGateway } from '../measure/gateway.js';
import type { Part, Report } from '../measure/part.js';
import { rssMb } from '../measure/process.js';
import { driveServer } from '../measure/served.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import {
  bareKoa,
  fillCodeCache,
  gatewayOn,
  koaHello,
  startTimed,
  type Startable,
  type Started,
} from './first-answer.js';

/**
 * Time from the start of the process to its first answer, next to bare Koa: the first start after an installation, and
 * later ones, which find what V8 has compiled before, on an empty store and on one with 10,000 records; memory at rest on
 * each Node, and at its peak under durable posts. WAYPOST_BENCH_NODES: paths of other Nodes,
 * separated by colons.
 */

const STORED = 10_000;
const BATCH = 1_000;
const STARTS_PER_ROUND = 3;
const REST_MS = 30_000;
/** MB at rest by major version of Node; the one of the newest for those above */
const REST_GOALS: Readonly<Record<string, number>> = { 20: 75 };
const NEWER_REST_GOAL = 90;

/** A store with records, as a gateway left it. */
async function fill(folder: string, records: number): Promise<void> {
  const { client, stop } = await startMeasuredGateway({ folder });
  for (let i = 0; i < records; i += BATCH) {
    const locations = Array.from({ length: Math.min(BATCH, records - i) }, (_, at) => ({
      dateTime: new Date(Date.now() - (records - i - at) * 1000).toISOString(),
      latitude: 52.842278,
      longitude: 5.70582,
      speed: 12.51,
    }));
    const device = deviceOf((i / BATCH) % DEVICES);
    const { status } = await client.call('POST', `/api/devices/${device}/locations`, { locations });
    if (status !== 201) throw new Error(`the records are answered with ${status}`);
  }
  await stop();
}

type Start = Pick<Started, 'firstAnswerMs' | 'cpuMs'>;
type StartName =
  'Koa hello' | 'bare Koa' | 'gateway, the first start' | 'gateway, empty store' | 'gateway, a store with records';
type Starts = Map<StartName, Start[]>;

async function timeOf(startable: Startable): Promise<Start> {
  const started = await startTimed(startable);
  await started.stop();
  return started;
}

async function measureStarts(filled: string, codeCache: string, times: number): Promise<Starts> {
  const starters: Readonly<Record<StartName, () => Promise<Start>>> = {
    'Koa hello': () => timeOf(koaHello),
    'bare Koa': () => timeOf(bareKoa),
    'gateway, the first start': () => withFolder((folder) => timeOf(gatewayOn(folder))),
    'gateway, empty store': () => withFolder((folder) => timeOf(gatewayOn(folder, { codeCache }))),
    'gateway, a store with records': () => timeOf(gatewayOn(filled, { codeCache })),
  };
  const starts: Starts = new Map();
  for (let at = 0; at < times; at += 1) {
    for (const [name, start] of Object.entries(starters) as [StartName, () => Promise<Start>][])
      starts.set(name, [...(starts.get(name) ?? []), await start()]);
  }
  return starts;
}

/** MB of a gateway on an empty store, after a time without any request. */
const restOf = (node: string, codeCache: string, restMs: number): Promise<number> =>
  withFolder(async (folder) => {
    const { pid, stop } = await startTimed(gatewayOn(folder, { node, codeCache }));
    await delay(restMs);
    const mb = rssMb(pid);
    await stop();
    return mb;
  });

const loadedPeaks = (seconds: number): Promise<{ readonly one: number; readonly batch: number }> =>
  withFolder(async (folder) => {
    const { url, pid, client, stop } = await startMeasuredGateway({ folder });
    const peakOf = async (requests: readonly string[]): Promise<number> =>
      (await driveServer(pid, { url, requests, seconds })).peakMb;
    const one = await peakOf(workloads.post(client.token));
    const batch = await peakOf(workloads.batch(client.token));
    await stop();
    return { one, batch };
  });

const nodes = (): readonly { readonly path: string; readonly version: string }[] =>
  [process.execPath, ...(process.env.WAYPOST_BENCH_NODES ?? '').split(':').filter((path) => path !== '')].map(
    (path) => ({
      path,
      version: execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim(),
    }),
  );

/** The Nodes rest side by side: a gateway at rest leaves the others alone. */
const measureRest = (caches: string, { rounds, isTiny }: Settings): Promise<Figure[]> =>
  Promise.all(
    nodes().map(async ({ path, version }) => {
      const codeCache = join(caches, version);
      await fillCodeCache(codeCache, path);
      const measured: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        measured.push(await restOf(path, codeCache, isTiny ? 0 : REST_MS));
      const goal = REST_GOALS[version.split('.')[0] ?? ''] ?? NEWER_REST_GOAL;
      return {
        ...{ figure: `memory at rest, Node ${version}`, measured: median(measured), unit: 'MB' },
        goal: { atMost: goal },
      };
    }),
  );

async function run(settings: Settings): Promise<Report> {
  return withFolder(async (folder) => {
    const { rounds, seconds, isTiny } = settings;
    const filled = join(folder, 'filled');
    mkdirSync(filled);
    await fill(filled, isTiny ? BATCH : STORED);
    const caches = join(folder, 'caches');
    const rest = await measureRest(caches, settings);
    const starts = await measureStarts(
      filled,
      join(caches, process.versions.node),
      isTiny ? 1 : STARTS_PER_ROUND * rounds,
    );
    const of = (name: StartName, key: keyof Start): number[] => (starts.get(name) ?? []).map((start) => start[key]);
    const start = (name: StartName, key: keyof Start, goal?: number): Figure => ({
      figure: `${key === 'cpuMs' ? 'CPU' : 'time'} to first answer: ${name}`,
      measured: median(of(name, key)),
      unit: 'ms',
      against: { name: 'bare Koa', value: median(of('bare Koa', key)) },
      ratio: medianRatio(of(name, key), of('bare Koa', key)),
      ...(goal !== undefined && { goal: { atMost: goal } }),
    });
    const peaks = [];
    for (let round = 0; round < rounds; round += 1) peaks.push(await loadedPeaks(2 * seconds));
    const peak = (figure: string, values: readonly number[]): Figure => ({
      figure,
      measured: Math.max(...values),
      unit: 'MB',
    });
    return {
      figures: [
        start('gateway, the first start', 'firstAnswerMs'),
        start('gateway, empty store', 'firstAnswerMs', 1.8),
        start('gateway, empty store', 'cpuMs'),
        start('gateway, a store with records', 'firstAnswerMs', 1.3),
        start('gateway, a store with records', 'cpuMs'),
        ...rest,
        {
          ...peak(
            'peak memory under POST of 1',
            peaks.map(({ one }) => one),
          ),
          goal: { atMost: 130 },
        },
        peak(
          'peak memory under POST of 100',
          peaks.map(({ batch }) => batch),
        ),
      ],
      details: [startTable(starts)],
    };
  });
}

const startTable = (starts: Starts): string =>
  markdownTable(
    ['start', 'fastest, ms', 'median, ms', 'slowest, ms', 'CPU, ms'],
    [...starts].map(([name, all]) => {
      const times = all.map(({ firstAnswerMs }) => firstAnswerMs);
      const shown = [Math.min(...times), median(times), Math.max(...times), median(all.map(({ cpuMs }) => cpuMs))];
      return [name, ...shown.map(digits)];
    }),
  );

export const startPart: Part = { name: 'start', title: 'Start and memory', run };
