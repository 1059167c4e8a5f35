import type { Timers } from '../../time/clock.js';

/** Delays failed messages, so that others are sent in the meantime. */
export type RetryBackoff = {
  readonly delay: (id: string) => void;
  readonly isDelayed: (id: string) => boolean;
  /** Forgets all messages that are not in `waiting`. */
  readonly retainOnly: (waiting: ReadonlyMap<string, unknown>) => void;
};

const MIN_DELAY_MS = 10_000;
const MAX_DELAY_MS = 900_000;

/** The delay doubles with each failure. It is not stored: after a restart, everything is tried at once. */
export function createRetryBackoff(timers: Pick<Timers, 'now'>): RetryBackoff {
  const delays = new Map<string, { readonly ms: number; readonly until: number }>();
  return {
    delay(id) {
      const ms = Math.min((delays.get(id)?.ms ?? MIN_DELAY_MS / 2) * 2, MAX_DELAY_MS);
      delays.set(id, { ms, until: timers.now() + ms });
    },
    isDelayed: (id) => timers.now() < (delays.get(id)?.until ?? -Infinity),
    retainOnly(waiting) {
      for (const id of delays.keys()) if (!waiting.has(id)) delays.delete(id);
    },
  };
}
