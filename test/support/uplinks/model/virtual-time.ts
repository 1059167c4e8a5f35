import type { Timers } from '../../../../src/time/clock.js';

export type VirtualTime = Timers & {
  /** Runs everything that is due within this time, ms. */
  readonly advance: (ms: number) => Promise<void>;
  /** Lets the time pass until the promise is settled. */
  readonly until: <T>(promise: Promise<T>) => Promise<T>;
};

type Timer = { readonly at: number; readonly run: () => void; isOver: boolean };

const isOver = (wait: { readonly isOver: boolean }): boolean => wait.isOver;

const MAX_WAIT_MS = 3_600_000;

/** Time that passes only when a test advances it: nothing in it waits for the real one. */
export function createVirtualTime(): VirtualTime {
  let now = 0;
  /** by time; of the same time, in the order in which they were set */
  let timers: Timer[] = [];

  async function step(until: number): Promise<boolean> {
    // Everything that needs no time.
    await new Promise(setImmediate);
    const next = timers.shift();
    if (next === undefined) return false;
    if (next.at > until) {
      timers.unshift(next);
      return false;
    }
    now = Math.max(now, next.at);
    next.isOver = true;
    next.run();
    return true;
  }

  async function advance(ms: number): Promise<void> {
    const end = now + ms;
    while (await step(end));
    now = end;
  }

  return {
    now: () => now,
    after(ms, run) {
      const timer: Timer = { at: now + Math.max(0, ms), run, isOver: false };
      const place = timers.findIndex(({ at }) => at > timer.at);
      timers.splice(place < 0 ? timers.length : place, 0, timer);
      return () => {
        if (timer.isOver) return;
        timer.isOver = true;
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance,
    async until(promise) {
      const wait = { isOver: false };
      const end = (): void => {
        wait.isOver = true;
      };
      promise.then(end, end);
      const limit = now + MAX_WAIT_MS;
      while (!wait.isOver) {
        const hasPassed = await step(limit);
        if (!hasPassed && !isOver(wait)) throw new Error('nothing that it waits for happens');
      }
      return promise;
    },
  };
}
