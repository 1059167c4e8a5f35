import type { Failure } from '../../errors.js';
import { withRetry } from '../../messages/failure.js';
import { signInErrors } from './messages.js';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 10;
/** Names and addresses remembered at once; beyond it the oldest are forgotten. */
const MAX_KEYS = 10_000;

/** Slows down guessing: after 10 failures in a minute, a key (a user name, an address) has to wait. */
export type LoginThrottle = {
  /** seconds until the next attempt is allowed; 0: now */
  readonly secondsToWait: (keys: readonly string[]) => number;
  readonly onFailure: (keys: readonly string[]) => void;
  /** since the start of the process */
  readonly failureCount: () => number;
};

export const tooManyFailures = (seconds: number): Failure =>
  withRetry(signInErrors.tooManyFailures({ seconds }), seconds);

/** `monotonic`: ms of a clock that is never set, so that setting the system clock ends no wait. */
export function createLoginThrottle(monotonic: () => number): LoginThrottle {
  const failures = new Map<string, number[]>();
  let total = 0;

  const recentFailures = (key: string): number[] => {
    const since = monotonic() - WINDOW_MS;
    return (failures.get(key) ?? []).filter((at) => at > since);
  };

  return {
    secondsToWait(keys) {
      const waits = keys.map((key) => {
        const times = recentFailures(key);
        const [oldest = 0] = times;
        return times.length < MAX_FAILURES ? 0 : Math.ceil((oldest + WINDOW_MS - monotonic()) / 1000);
      });
      return Math.max(0, ...waits);
    },
    onFailure(keys) {
      total += 1;
      for (const key of keys) {
        const times = recentFailures(key);
        failures.delete(key);
        failures.set(key, [...times, monotonic()].slice(-MAX_FAILURES));
      }
      for (const key of failures.keys()) {
        if (failures.size <= MAX_KEYS) break;
        failures.delete(key);
      }
    },
    failureCount: () => total,
  };
}
