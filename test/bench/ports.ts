import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fed, Way } from './ports-feeder.js';
import { readByGateway, type Outcome } from './ports-gateway.js';
import { cpuSeconds } from './ports-process.js';
import { BYTES_PER_SECOND, mixes, PORTS, type Mix } from './ports-streams.js';

/**
 * 16 ports with 921,600 baud of data each, on pseudo-terminals: the whole gateway, alternating with a process that
 * opens the same ports in the same way and drops the data. Processor time is the kernel's count for the process.
 * Readers on core 0, feeder on core 1. `node … ports.js [nmea|nmea+gsv|mixed [slices|finest [ROUNDS [SECONDS]]]]`.
 */

/** s of warm-up before the measurement, so that all code is compiled */
const WARM_UP = 8;

type Round = { readonly cpu: number; readonly fed: Fed; readonly outcome?: Outcome };
/** Reads until the feeder has sent everything; `measured` is called meanwhile. */
export type Measure = (pid: number) => Promise<{ readonly cpu: number; readonly fed: Fed }>;

const [, , onlyMix, onlyWay, rounds = '3', seconds = '30'] = process.argv;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const pin = (pid: number, core: number): Promise<unknown> =>
  once(spawn('taskset', ['-acp', String(core), String(pid)]), 'exit');
const nextMessage = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await once(child, 'message')) as [T];
  return message;
};

async function readBare(paths: readonly string[], measure: Measure): Promise<Round> {
  const reader = fork('dist/test/bench/ports-bare.js', paths);
  await nextMessage(reader);
  const measured = await measure(reader.pid ?? 0);
  const sent = measured.fed.ports.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  while (read !== sent) {
    await delay(100);
    reader.send('bytes');
    read = await nextMessage<number>(reader);
  }
  reader.disconnect();
  await once(reader, 'exit');
  return measured;
}

async function round(by: 'gateway' | 'bare', mix: Mix, way: Way): Promise<Round> {
  const folder = mkdtempSync(join(process.env.WAYPOST_BENCH_FOLDER ?? '.', '.bench-'));
  const ports = join(folder, 'ports');
  mkdirSync(ports);
  const args = [ports, mix, way, String(WARM_UP + Number(seconds))];
  const feeder = fork('dist/test/bench/ports-feeder.js', args);
  try {
    await nextMessage(feeder);
    await pin(feeder.pid ?? 0, 1);
    const paths = Array.from({ length: PORTS }, (_, port) => join(ports, `port-${port}`));
    const measure: Measure = async (pid) => {
      await pin(pid, 0);
      feeder.send('go');
      const fed = nextMessage<Fed>(feeder);
      await delay(1000 * WARM_UP);
      const [begun, before] = [performance.now(), cpuSeconds(pid)];
      const all = await fed;
      return { fed: all, cpu: (1000 * (cpuSeconds(pid) - before)) / (performance.now() - begun) };
    };
    return by === 'bare' ? await readBare(paths, measure) : await readByGateway({ folder, mix, paths, measure });
  } finally {
    feeder.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function compare(mix: Mix, way: Way): Promise<Record<string, unknown>> {
  const gateway: Round[] = [];
  const bare: Round[] = [];
  for (let place = 0; place < Number(rounds); place++) {
    gateway.push(await round('gateway', mix, way));
    bare.push(await round('bare', mix, way));
  }
  const all = [...gateway, ...bare];
  const outcomes = gateway.flatMap(({ outcome }) => outcome ?? []);
  const difference = gateway.map(({ cpu }, place) => cpu - (bare[place]?.cpu ?? NaN));
  const records = median(gateway.map(({ fed }) => fed.records)) / (WARM_UP + Number(seconds));
  const problems = [...new Set(outcomes.flatMap((outcome) => outcome.problems))];
  return {
    mix,
    way,
    'records/s': Math.round(records),
    gateway: percent(median(gateway.map(({ cpu }) => cpu))),
    bare: percent(median(bare.map(({ cpu }) => cpu))),
    difference: percent(median(difference)),
    'loop p99 ms': median(outcomes.map(({ loopP99Ms }) => loopP99Ms)).toFixed(0),
    'records sent': outcomes.reduce((sum, { sent }) => sum + sent, 0),
    stored: outcomes.reduce((sum, { stored }) => sum + stored, 0),
    'bytes/write': median(all.map(({ fed }) => fed.bytesPerWrite)).toFixed(1),
    'behind ms': Math.max(...all.map(({ fed }) => fed.furthestBehind)).toFixed(0),
    'held up': all.reduce((sum, { fed }) => sum + fed.heldUp, 0),
    wrong: problems.length === 0 ? 'nothing' : problems.join('; '),
  };
}

const chosen = Object.keys(mixes).filter((mix) => onlyMix === undefined || mix === onlyMix) as Mix[];
const ways = (['slices', 'finest'] as const).filter((way) => onlyWay === undefined || way === onlyWay);
console.log(`${PORTS} ports, ${(PORTS * BYTES_PER_SECOND) / 1e6} MB/s together; % of a core`);
for (const mix of chosen) {
  for (const way of ways) {
    console.log(await compare(mix, way));
    console.log(`load of the machine meanwhile: ${loadavg()[0]?.toFixed(1) ?? ''}`);
  }
}
