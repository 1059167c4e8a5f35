import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How long and how often each part measures. */
export type Settings = {
  readonly rounds: number;
  /** s of one measurement */
  readonly seconds: number;
  /** s of load before the first measurement: V8 still compiles the code of durable posts after 8 s of them */
  readonly warmUpSeconds: number;
  /** everything as short as possible: shows that a part works, its figures mean nothing */
  readonly isTiny: boolean;
};

const TINY: Settings = { rounds: 1, seconds: 1, warmUpSeconds: 0, isTiny: true };

/** WAYPOST_BENCH_ROUNDS and WAYPOST_BENCH_SECONDS change the defaults. */
export const readSettings = (isTiny: boolean): Settings =>
  isTiny
    ? TINY
    : {
        rounds: readCount('WAYPOST_BENCH_ROUNDS', 5),
        seconds: readCount('WAYPOST_BENCH_SECONDS', 4),
        warmUpSeconds: 10,
        isTiny,
      };

/** A whole number from the environment. */
export function readCount(name: string, byDefault: number): number {
  const text = process.env[name];
  if (text === undefined) return byDefault;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name}: ${text} is no whole number above 0`);
  return count;
}

/** Runs `work` with an empty folder on the disk of the working directory or of WAYPOST_BENCH_FOLDER. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(process.env.WAYPOST_BENCH_FOLDER ?? process.cwd(), '.bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
