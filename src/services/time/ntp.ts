import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { errnoOf } from '../../errors.js';

/** systemd-timesyncd touches it whenever a time server has answered. */
const TIMESYNC_FILE = '/run/systemd/timesync/synchronized';
/** It asks them every 34 minutes at the longest. */
const MAX_SYNC_AGE_MS = 2 * 3_600_000;
const MAX_ANSWER_MS = 2_000;

/** A program that knows, and what its answer means; null: nothing. */
export type NtpProgram = {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly read: (exit: number, output: string) => boolean | null;
};

const programs: readonly NtpProgram[] = [
  {
    program: 'timedatectl',
    arguments: ['show', '-p', 'NTPSynchronized', '--value'],
    read: (exit, output) => (exit === 0 ? output.trim() === 'yes' : null),
  },
  {
    program: 'chronyc',
    arguments: ['-n', 'tracking'],
    read: (exit, output) => (exit === 0 ? /^Leap status\s*: (?!Not synchronised)/m.test(output) : null),
  },
  { program: 'ntpstat', arguments: [], read: (exit) => (exit === 0 ? true : exit === 1 ? false : null) },
];

/** Runs a program; rejects when it is not there. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<{ exit: number; output: string }>;

export type Ntp = {
  /** Does the system say that time servers keep its clock (`now`: ms since 1970)? null: nothing says. Never rejects. */
  readonly ask: (now: number) => Promise<boolean | null>;
};

export type NtpOptions = { readonly file?: string; readonly run?: RunProgram };

/** Looks for the file first: a program is only run where there is none, and never again once it is not there. */
export function createNtp({ file = TIMESYNC_FILE, run = runProgram }: NtpOptions = {}): Ntp {
  let remaining = programs;
  return {
    async ask(now) {
      const syncedAt = modifiedAt(file);
      if (syncedAt !== undefined) return now - syncedAt < MAX_SYNC_AGE_MS && now >= syncedAt - MAX_ANSWER_MS;
      for (const one of remaining) {
        try {
          const { exit, output } = await run(one.program, one.arguments);
          const answer = one.read(exit, output);
          if (answer !== null) return answer;
        } catch (error) {
          const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
          if (errnoOf(cause) === 'ENOENT') remaining = remaining.filter((other) => other !== one);
        }
      }
      return null;
    },
  };
}

function modifiedAt(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

const runProgram: RunProgram = (program, args) =>
  new Promise((resolve, reject) => {
    execFile(program, args, { timeout: MAX_ANSWER_MS, maxBuffer: 65_536 }, (error, output) => {
      if (error === null) resolve({ exit: 0, output });
      else if (typeof error.code === 'number') resolve({ exit: error.code, output });
      else reject(new Error(error.message, { cause: error }));
    });
  });
