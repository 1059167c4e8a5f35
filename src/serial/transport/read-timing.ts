import type { Timers } from '../../time/clock.js';

/** Three quarters of the operating system's buffer: a port is read before more can have arrived. */
export const URGENT_BYTES = 3_072;
/** Half of what a pseudo-terminal or a connection can hold, which may be faster than its speed: then its sender waits. */
const MAX_HELD_BYTES = 32_768;
const MIN_INTERVAL_MS = 5;
/** A port is read at multiples of one of these times, so that bytes that arrive one by one are read together. */
const INTERVALS_MS = [40, 20, 10, MIN_INTERVAL_MS] as const;
/** Faster than any serial line: reads are large as they are, and each sleep would hold the sender up. */
const UNPACED_BYTES_PER_MS = 256;
/** The rate of a port is an average over this time, because it arrives in bursts and pauses. */
const RATE_WINDOW_MS = 40;
/** The next interval after a write: the peer may have replied, and may wait for the next write. */
const REPLY_INTERVAL_MS = 10;
/** A timer can fire a little early: a wait for the same moment again would end in a read of few bytes. */
const MIN_WAIT_MS = 2;

type LastRead = {
  /** read in the time of `elapsedMs` */
  readonly bytes: number;
  readonly elapsedMs: number;
  /** what the line can carry; 0 where that is not known */
  readonly bytesPerMs: number;
  /** data was written since the read before */
  readonly hasWritten: boolean;
};

/** 8N1: ten bits a byte. 0 where the port has no speed */
export const bytesPerMsAt = (baudRate: number | null): number => (baudRate ?? 0) / 10_000;

/**
 * The interval of the next read, in ms: the longest in which the port gets no more than it can hold. 0: it is read at
 * once.
 */
export function nextIntervalMs({ bytes, elapsedMs, bytesPerMs, hasWritten }: LastRead): number {
  if (bytes >= UNPACED_BYTES_PER_MS * elapsedMs) return 0;
  const fullAfterMs = Math.min(URGENT_BYTES / bytesPerMs, MAX_HELD_BYTES / (bytes / elapsedMs));
  const interval = INTERVALS_MS.find((ms) => ms <= fullAfterMs) ?? MIN_INTERVAL_MS;
  return hasWritten ? Math.min(interval, REPLY_INTERVAL_MS) : interval;
}

/** Measures how much a port sends in which time. */
export type ReadRate = {
  /** After a read at `now`, in ms: what was read lately, and in which time. */
  readonly add: (bytes: number, now: number) => Pick<LastRead, 'bytes' | 'elapsedMs'>;
};

/** What was before counts less and less, so that a port that was fast or silent for long is soon known as it is now. */
export function createReadRate(startedAt: number): ReadRate {
  let since = startedAt;
  let bytes = 0;
  return {
    add(added, now) {
      bytes += added;
      const read = { bytes, elapsedMs: now - since };
      if (read.elapsedMs >= RATE_WINDOW_MS) {
        bytes *= RATE_WINDOW_MS / 2 / read.elapsedMs;
        since = now - RATE_WINDOW_MS / 2;
      }
      return read;
    },
  };
}

/** Wakes all ports that wait for the same moment at once, so that what they then read is stored together. */
export type ReadTicks = {
  /** Calls `wake` at the next multiple of `intervalMs`, at most 2 ms later than that, unless canceled before. */
  readonly wait: (intervalMs: number, wake: () => void) => () => void;
};

export function createReadTicks(timers: Timers): ReadTicks {
  const waitingAt = new Map<number, Set<() => void>>();

  function startTick(at: number): Set<() => void> {
    const waiting = new Set<() => void>();
    waitingAt.set(at, waiting);
    timers.after(Math.ceil(at - timers.now()), () => {
      waitingAt.delete(at);
      for (const wake of waiting) wake();
    });
    return waiting;
  }

  return {
    wait(intervalMs, wake) {
      const at = (Math.floor((timers.now() + MIN_WAIT_MS) / intervalMs) + 1) * intervalMs;
      const waiting = waitingAt.get(at) ?? startTick(at);
      waiting.add(wake);
      return () => {
        waiting.delete(wake);
      };
    },
  };
}
