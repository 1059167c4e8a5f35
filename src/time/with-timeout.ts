import type { Timers } from './clock.js';

/** Resolves when `promise` is settled either way, after `ms` at the latest. */
export const withTimeout = (timers: Timers, ms: number, promise: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const cancel = timers.after(ms, resolve);
    const done = (): void => {
      cancel();
      resolve();
    };
    promise.then(done, done);
  });
