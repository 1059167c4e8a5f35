import type { Timers } from '../../time/clock.js';

/** Wakes one waiter. A notification that comes while no waiter is there ends the next wait at once. */
export type Signal = {
  readonly notify: () => void;
  /** Resolves after `ms`, or when notified. */
  readonly wait: (ms: number) => Promise<void>;
};

/** The longest delay that a timer can have. */
const MAX_TIMER_MS = 2_147_483_647;

export function createSignal(timers: Pick<Timers, 'after'>): Signal {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isNotified = true;
      wake?.();
    },
    async wait(ms) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const cancel = ms < MAX_TIMER_MS ? timers.after(ms, resolve) : (): void => undefined;
          wake = () => {
            cancel();
            resolve();
          };
        });
      }
      wake = undefined;
      isNotified = false;
    },
  };
}
