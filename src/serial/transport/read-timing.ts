import type { Timers } from '../../time/clock.js';

/** Three quarters of the operating system's buffer: a port is read before more can have arrived. */
export const URGENT_BYTES = 3_072;
/** Half of what a pseudo-terminal or a connection can hold, which may be faster than its speed: then its sender waits. */
const MAX_HELD_BYTES = 32_768;
const MIN_INTERVAL_MS = 5;
/** A port is read at multiples of one of these times, so that bytes that arrive one by one are read together. */
const INTERVALS_MS = [40, 20, 10, MIN_INTERVAL_MS] as const;
/** The next interval after a write: the peer may have replied, and may wait for the next write. */
const REPLY_INTERVAL_MS = 10;
/** A timer can fire a little early: a wait for the same moment again would end in a read of few bytes. */
const MIN_WAIT_MS = 2;

type LastRead = {
  readonly bytes: number;
  /** since the read before */
  readonly elapsedMs: number;
  /** what the line can carry; 0 where that is not known */
  readonly bytesPerMs: number;
  /** data was written since the read before */
  readonly hasWritten: boolean;
};

/** 8N1: ten bits a byte. 0 where the port has no speed */
export const bytesPerMsAt = (baudRate: number | null): number => (baudRate ?? 0) / 10_000;

/** The interval of the next read, in ms: the longest in which the port gets no more than it can hold. */
export function nextIntervalMs({ bytes, elapsedMs, bytesPerMs, hasWritten }: LastRead): number {
  const fullAfterMs = Math.min(URGENT_BYTES / bytesPerMs, MAX_HELD_BYTES / (bytes / elapsedMs));
  const interval = INTERVALS_MS.find((ms) => ms <= fullAfterMs) ?? MIN_INTERVAL_MS;
  return hasWritten ? Math.min(interval, REPLY_INTERVAL_MS) : interval;
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
