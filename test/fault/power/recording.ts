import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLog, type Logged } from './changes.js';
import type { DiskState } from './disk.js';
import { memoryFolder, writeState } from './folder.js';

/** One process of a load. It is killed at a change of the disk, or ends by itself. */
export type Run = {
  readonly acknowledgements: number;
  readonly firstSequence: number;
  readonly seed: number;
  readonly killedAfter?: number;
};

export type RecordingOptions = {
  /** the compiled shim */
  readonly shim: string;
  /** the program to run, a module in this folder */
  readonly program: string;
  /** initial content of the disk */
  readonly start: DiskState;
  readonly runs: readonly Run[];
  /** the disk reports syncs that it did not do */
  readonly lying: boolean;
};

/** Runs the processes of a load under the shim on the same folder; returns all changes and notes in order. */
export async function record({ shim, program, start, runs, lying }: RecordingOptions): Promise<Logged[]> {
  const work = mkdtempSync(join(memoryFolder(), 'waypost-record-'));
  try {
    const real = realpathSync(work);
    const [watched, log, notes] = [join(real, 'disk'), join(real, 'log'), join(real, 'notes')];
    mkdirSync(watched);
    writeState(watched, start);
    const env = {
      ...process.env,
      // One thread for files and no io_uring: the same seed gives nearly the same log.
      UV_THREADPOOL_SIZE: '1',
      UV_USE_IO_URING: '0',
      LD_PRELOAD: shim,
      CHANGES_FOLDER: watched,
      CHANGES_LOG: log,
      CHANGES_NOTES: notes,
      ...(lying ? { CHANGES_LIE: '1' } : {}),
    };
    const script = fileURLToPath(new URL(program, import.meta.url));
    for (const { acknowledgements, firstSequence, seed, killedAfter } of runs) {
      const numbers = [firstSequence, acknowledgements, seed].map(String);
      const child = spawn(process.execPath, [script, watched, notes, ...numbers], {
        env: { ...env, ...(killedAfter === undefined ? {} : { CHANGES_KILL: String(killedAfter) }) },
        stdio: 'inherit',
      });
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${program} ended with ${signal ?? code}`);
    }
    if (!existsSync(log)) throw new Error('the shim logged nothing: was it loaded?');
    return readLog(readFileSync(log));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
