const WINDOW_MS = 60_000;
const MAX_FAILURES = 10;
/** Names and addresses remembered at once: beyond it the oldest are forgotten. */
const MAX_KEYS = 10_000;

/** Slows down guessing: after 10 failures in a minute under one name (a user, an address) it has to wait. */
export type LoginThrottle = {
  /** seconds to wait; 0: go ahead */
  readonly secondsToWait: (keys: readonly string[]) => number;
  readonly onFailure: (keys: readonly string[]) => void;
  /** how many there were since the start */
  readonly failureCount: () => number;
};

/** `monotonic`: ms that are never stepped, so that setting the clock opens nothing. */
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
