const WINDOW_MS = 60_000;
const MOST_FAILURES = 10;
/** Names and addresses remembered at once: beyond it the oldest are forgotten. */
const MOST_REMEMBERED = 10_000;

/** Slows down guessing: after 10 failures in a minute under one name (a user, an address) it has to wait. */
export type Attempts = {
  /** seconds to wait; 0: go ahead */
  readonly wait: (names: readonly string[]) => number;
  readonly failed: (names: readonly string[]) => void;
  /** how many there were since the start */
  readonly failures: () => number;
};

/** `monotonic`: ms that are never stepped, so that setting the clock opens nothing. */
export function createAttempts(monotonic: () => number): Attempts {
  const failures = new Map<string, number[]>();
  let total = 0;

  const recent = (name: string): number[] => {
    const since = monotonic() - WINDOW_MS;
    return (failures.get(name) ?? []).filter((at) => at > since);
  };

  return {
    wait(names) {
      const waits = names.map((name) => {
        const times = recent(name);
        const [oldest = 0] = times;
        return times.length < MOST_FAILURES ? 0 : Math.ceil((oldest + WINDOW_MS - monotonic()) / 1000);
      });
      return Math.max(0, ...waits);
    },
    failed(names) {
      total += 1;
      for (const name of names) {
        const times = recent(name);
        failures.delete(name);
        failures.set(name, [...times, monotonic()].slice(-MOST_FAILURES));
      }
      for (const name of failures.keys()) {
        if (failures.size <= MOST_REMEMBERED) break;
        failures.delete(name);
      }
    },
    failures: () => total,
  };
}
