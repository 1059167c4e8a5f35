import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from '../../../src/logger.js';
import { openStore } from '../../../src/store/store.js';
import { createClock } from '../../../src/time/clock.js';
import { deviceOf } from '../../support/store/records.js';
import { digits } from '../measure/figure.js';
import { cpuSeconds, rssMb, watchPeakMb } from '../measure/process.js';
import { withFolder } from '../measure/settings.js';
import { median } from '../measure/statistics.js';
import { fillCodeCache, gatewayOn, startTimed } from '../start/first-answer.js';
import { first, INTERVAL_MS, record } from './records.js';

/**
 * Starts of the gateway on the store of a large depot, in which every device reports in every segment of the log:
 * processor time, time to the first answer, memory. `node … depot.js [devices [records [folder]]]`: 10,000 devices with 5
 * million records by default; a named folder is kept, and reused if it exists.
 */

const STARTS = 5;
const SETTLE_MS = 15_000;
const BATCH = 1_000;

/** Writes the depot as a gateway with the default settings does, and stops cleanly. */
async function fill(folder: string, devices: number, records: number): Promise<void> {
  const store = await openStore({
    folder,
    clock: createClock(),
    logger: silentLogger,
    segmentBytes: 8_388_608,
    snapshotBytes: 67_108_864,
    retention: { days: 0, bytes: 0 },
  });
  for (let from = 0; from < devices; from += BATCH) {
    const to = Math.min(from + BATCH, devices);
    await store.append(
      Array.from({ length: to - from }, (_, place) => ({
        kind: 'device' as const,
        v: deviceOf(`bus-${from + place}`),
      })),
    );
  }
  for (let from = 0; from < records; from += BATCH) {
    const to = Math.min(from + BATCH, records);
    await store.append(Array.from({ length: to - from }, (_, place) => record(from + place, devices)));
  }
  await store.close();
}

function describeLog(data: string): string {
  const names = readdirSync(join(data, 'log'));
  const bytesOf = (end: string): number =>
    names.filter((name) => name.endsWith(end)).reduce((sum, name) => sum + statSync(join(data, 'log', name)).size, 0);
  const segments = names.filter((name) => name.endsWith('.sorted.jsonl')).length;
  const indexMb = bytesOf('.index.json') / 1e6;
  return `${segments} closed segments, ${digits(bytesOf('jsonl') / 1e6)} MB; indexes ${digits(indexMb)} MB`;
}

type DepotStart = Record<'firstAnswerMs' | 'cpuMs' | 'settledCpuMs' | 'restMb' | 'peakMb', number>;

async function measure(folder: string): Promise<void> {
  await withFolder(async (codeCache) => {
    await fillCodeCache(codeCache);
    const starts: DepotStart[] = [];
    for (let place = 0; place < STARTS; place += 1) {
      const { firstAnswerMs, cpuMs, pid, stop } = await startTimed(gatewayOn(folder, { codeCache }));
      const peakOf = watchPeakMb(pid);
      await delay(SETTLE_MS);
      starts.push({ firstAnswerMs, cpuMs, settledCpuMs: 1000 * cpuSeconds(pid), restMb: rssMb(pid), peakMb: peakOf() });
      await stop();
    }
    const of = (key: keyof DepotStart): string => digits(median(starts.map((start) => start[key])));
    console.log(`first answer after ${of('firstAnswerMs')} ms and ${of('cpuMs')} ms of CPU`);
    console.log(
      `${of('settledCpuMs')} ms of CPU ${SETTLE_MS / 1000} s later; RSS ${of('restMb')} MB, peak ${of('peakMb')} MB`,
    );
    console.log(`medians of ${STARTS} starts`);
  });
}

async function run(folder: string, devices: number, records: number): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(data)) await fill(data, devices, records);
  const days = ((records / devices) * INTERVAL_MS) / 86_400_000;
  console.log(`${devices} devices, ${records} records of ${digits(days)} days from ${new Date(first).toISOString()}`);
  console.log(describeLog(data));
  await measure(folder);
}

const [, , devices = '10000', records = '5000000', kept] = process.argv;
if (kept === undefined) await withFolder((folder) => run(folder, Number(devices), Number(records)));
else await run(kept, Number(devices), Number(records));
