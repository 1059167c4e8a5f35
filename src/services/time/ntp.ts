import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { errnoOf } from '../../errors.js';

/** systemd-timesyncd touches it at each answer of a time server. */
const TIMESYNC_FILE = '/run/systemd/timesync/synchronized';
/** systemd-timesyncd asks at least every 34 minutes. */
const MAX_SYNC_AGE_MS = 2 * 3_600_000;
const MAX_ANSWER_MS = 2_000;

/** A program that reports the synchronization, and how to read its output; null: it does not report any. */
type NtpProgram = {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly read: (exit: number, output: string) => boolean | null;
};

const PROGRAMS: readonly NtpProgram[] = [
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

/** Rejects if the program is not installed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<{ exit: number; output: string }>;

export type Ntp = {
  /** Is the system clock synchronized by time servers? null: unknown. `now`: ms since 1970. Never rejects. */
  readonly ask: (now: number) => Promise<boolean | null>;
};

export type NtpOptions = { readonly file?: string; readonly run?: RunProgram };

/** Reads the file of systemd-timesyncd; without that file runs the programs, and never again one that is not installed. */
export function createNtp({ file = TIMESYNC_FILE, run = runProgram }: NtpOptions = {}): Ntp {
  let installed = PROGRAMS;
  return {
    async ask(now) {
      const syncedAt = modifiedAt(file);
      if (syncedAt !== undefined) return now - syncedAt < MAX_SYNC_AGE_MS && now >= syncedAt - MAX_ANSWER_MS;
      for (const candidate of installed) {
        try {
          const { exit, output } = await run(candidate.program, candidate.arguments);
          const isSynchronized = candidate.read(exit, output);
          if (isSynchronized !== null) return isSynchronized;
        } catch (error) {
          const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
          if (errnoOf(cause) === 'ENOENT') installed = installed.filter((other) => other !== candidate);
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
