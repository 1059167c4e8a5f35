import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf, errorOf, type WaypostError } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import { ioProblemOf } from '../io-error.js';
import { lossMessages, storeErrors } from '../messages.js';
import {
  describeLoss,
  type ArrivalQuery,
  type Arrivals,
  type EntryRange,
  type LogFolder,
  type Segment,
} from './segment.js';

/** A loose contact often lasts less than a second, and a reader that passes a gap never comes back. */
const WAITS_MS = [250, 1_000];
/** A failing read of a worn card takes seconds: reads wait for it at most a tenth of the time. */
const REST_FACTOR = 10;

/** They say nothing about the file: the same read works once the process or the machine has room. */
const OUT_OF_RESOURCES = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOBUFS'];
/** A descriptor that was closed too early is a fault of the program. */
const NOT_OF_THE_FILE = ['EBADF', ...OUT_OF_RESOURCES];
/** Node has no name for some errors, such as that of a damaged ext4 (EUCLEAN). */
const SYSTEM_ERROR = /^(?:E[A-Z0-9]+|Unknown system error .*)$/;

/** The file itself cannot be read: it is damaged, missing, closed to this user, or no file. */
export function isFileFault(error: unknown): boolean {
  const errno = errnoOf(error) ?? '';
  return SYSTEM_ERROR.test(errno) && !NOT_OF_THE_FILE.includes(errno);
}

/** The content of a segment is not what its index has, or its file is not a regular one. */
export const fileFault = (message: string): Error => Object.assign(new Error(message), { code: 'EUCLEAN' });

export const describeUnreadable = (file: string, error: unknown, lost: EntryRange): GatewayMessage =>
  lossMessages.unreadable({ file, problem: ioProblemOf(error), lost: describeLoss(lost) });

const outOfResources = (error: unknown): WaypostError =>
  errorOf(storeErrors.cannotRead({ problem: ioProblemOf(error) }), { cause: error });

type ReadGuard = {
  /** the file could not be read a moment ago, and that took long */
  readonly isBlocked: () => boolean;
  readonly isUnreadable: () => boolean;
  /** All of the file was read without a failure. */
  readonly onVerified: () => void;
  readonly failures: () => number;
  /** Resolves with true to read again; with false once the file counts as unreadable. Throws what is no fault of the file. */
  readonly mayRepeat: (error: unknown, attempt: number, startedAt: number) => Promise<boolean>;
  readonly now: () => number;
};

function createReadGuard(
  segment: Pick<Segment, 'first' | 'last'>,
  name: string,
  { report, repeats }: Pick<LogFolder, 'report' | 'repeats'>,
): ReadGuard {
  let loss: GatewayMessage | undefined;
  let nextTry = 0;
  let failures = 0;
  const now = (): number => repeats?.monotonic() ?? 0;
  return {
    now,
    isBlocked: () => loss !== undefined && now() < nextTry,
    isUnreadable: () => loss !== undefined,
    onVerified() {
      if (loss !== undefined) repeats?.withdraw(loss);
      loss = undefined;
    },
    failures: () => failures,
    async mayRepeat(error, attempt, startedAt) {
      if (OUT_OF_RESOURCES.includes(errnoOf(error) ?? '')) throw outOfResources(error);
      // A gateway that runs on an inspected folder removes files.
      if (!isFileFault(error) || (repeats === undefined && errnoOf(error) === 'ENOENT')) throw error;
      failures += 1;
      nextTry = now() + REST_FACTOR * (now() - startedAt);
      const wait = repeats === undefined || loss !== undefined ? undefined : WAITS_MS[attempt];
      if (wait !== undefined) {
        await delay(wait);
        return true;
      }
      loss ??= describeUnreadable(name, error, { from: segment.first, to: segment.last() });
      report(loss);
      return false;
    },
  };
}

/** All of the range is lost. */
export const gapOf = ({ from, to, newestFirst }: ArrivalQuery): Arrivals => ({
  entries: [],
  bytes: 0,
  to: newestFirst === true ? from : to,
  lost: [{ from, to }],
});

/**
 * The segment, whose reads no longer fail because of its file, called `name`: what cannot be read is a gap, and that is
 * reported until all of the file was read again.
 */
export function guardReads<S extends Segment>(
  segment: S,
  name: string,
  folder: Pick<LogFolder, 'report' | 'repeats'>,
): S {
  const guard = createReadGuard(segment, name, folder);

  async function attempt<T>(read: (attempt: number) => Promise<T>, otherwise: T): Promise<T> {
    for (let count = 0; ; count += 1) {
      const startedAt = guard.now();
      try {
        return await read(count);
      } catch (error) {
        if (!(await guard.mayRepeat(error, count, startedAt))) return otherwise;
      }
    }
  }

  return {
    ...segment,
    isUnreadable: guard.isUnreadable,
    async *read(stream, from, to, mayHave) {
      if (guard.isBlocked()) return;
      for (let count = 0, isYielded = false; ; count += 1) {
        const startedAt = guard.now();
        try {
          for await (const slice of segment.read(stream, from, to, mayHave)) {
            isYielded = true;
            yield slice;
          }
          return;
        } catch (error) {
          // What was read already must not be read twice.
          if (!(await guard.mayRepeat(error, isYielded ? Infinity : count, startedAt))) return;
        }
      }
    },
    readArrivals: async (query) =>
      guard.isBlocked() ? gapOf(query) : attempt(() => segment.readArrivals(query), gapOf(query)),
    hasRecord(record) {
      if (guard.isBlocked()) return false;
      const found = segment.hasRecord(record);
      if (typeof found === 'boolean') return found;
      return attempt(async (count) => (count === 0 ? found : segment.hasRecord(record)), false);
    },
    ...guardVerify(segment, guard, attempt),
  };
}

function guardVerify(
  { verify }: Segment,
  guard: ReadGuard,
  attempt: <T>(read: () => Promise<T>, otherwise: T) => Promise<T>,
): Pick<Segment, 'verify'> {
  if (verify === undefined) return {};
  let before = 0;
  return {
    async verify(offset) {
      if (offset === 0) before = guard.failures();
      if (guard.isBlocked()) return null;
      const next = await attempt(() => verify(offset), null);
      if (next === null && guard.failures() === before) guard.onVerified();
      return next;
    },
  };
}
