import type { Timers } from '../../time/clock.js';

/** The distance between calls to a service that limits them without naming the limit. */
export type Pace = {
  /** Resolves when the next call may be made. */
  readonly wait: () => Promise<void>;
  readonly onAnswer: () => void;
  /** It takes no more for now: the distance doubles. */
  readonly onBusy: () => void;
  /** Calls that fit into this time, ms; at least one. */
  readonly callsIn: (ms: number) => number;
  /** Nothing waits any more. */
  readonly end: () => void;
};

const MIN_DISTANCE_MS = 250;
const MAX_DISTANCE_MS = 60_000;
/** Each answer takes off a hundredth: half of the distance after 70 answers. */
const SHRINK = 0.99;
const NO_DISTANCE_MS = 20;

export function createPace({ after, now }: Pick<Timers, 'after' | 'now'>): Pace {
  let distance = 0;
  let nextAt = -Infinity;
  const waiting = new Set<() => void>();
  let isEnded = false;
  return {
    async wait() {
      const at = Math.max(now(), nextAt);
      nextAt = at + distance;
      const ms = at - now();
      if (ms <= 0 || isEnded) return;
      await new Promise<void>((resolve) => {
        const cancel = after(ms, () => {
          finish();
        });
        const finish = (): void => {
          cancel();
          waiting.delete(finish);
          resolve();
        };
        waiting.add(finish);
      });
    },
    onAnswer() {
      distance = distance < NO_DISTANCE_MS ? 0 : distance * SHRINK;
    },
    onBusy() {
      distance = Math.min(MAX_DISTANCE_MS, Math.max(MIN_DISTANCE_MS, distance * 2));
      nextAt = now() + distance;
    },
    callsIn: (ms) => Math.max(1, distance === 0 ? Infinity : Math.floor(ms / distance)),
    end() {
      isEnded = true;
      for (const finish of waiting) finish();
    },
  };
}
