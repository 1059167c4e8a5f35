import type { Timers } from '../../time/clock.js';

/** Delays failed messages, so that others are sent in the meantime. */
export type RetryBackoff = {
  /** `isHeld`: because of the channel */
  readonly delay: (id: string, isHeld: boolean) => void;
  readonly isDelayed: (id: string) => boolean;
  /**
   * Another message was sent, so the held ones for which `concerns` is true are tried at once. Each only once: one that fails again
   * although others are sent waits its own time.
   */
  readonly release: (concerns: (id: string) => boolean) => void;
  /** A person has acted: everything is tried at once. */
  readonly clear: () => void;
  /** Forgets all messages that are not in `waiting`. */
  readonly retainOnly: (waiting: ReadonlyMap<string, unknown>) => void;
};

const MIN_DELAY_MS = 10_000;
const MAX_DELAY_MS = 900_000;

type Delay = {
  readonly ms: number;
  readonly until: number;
  readonly isHeld: boolean;
  readonly isReleased: boolean;
};

/** The delay doubles with each failure. It is not stored: after a restart, everything is tried at once. */
export function createRetryBackoff(timers: Pick<Timers, 'now'>): RetryBackoff {
  const delays = new Map<string, Delay>();
  return {
    delay(id, isHeld) {
      const before = delays.get(id);
      const ms = Math.min((before?.ms ?? MIN_DELAY_MS / 2) * 2, MAX_DELAY_MS);
      delays.set(id, { ms, until: timers.now() + ms, isHeld, isReleased: before?.isReleased ?? false });
    },
    isDelayed: (id) => timers.now() < (delays.get(id)?.until ?? -Infinity),
    release(concerns) {
      for (const [id, delay] of delays) {
        if (!delay.isHeld || delay.isReleased || !concerns(id)) continue;
        delays.set(id, { ...delay, until: -Infinity, isReleased: true });
      }
    },
    clear() {
      delays.clear();
    },
    retainOnly(waiting) {
      for (const id of delays.keys()) if (!waiting.has(id)) delays.delete(id);
    },
  };
}
