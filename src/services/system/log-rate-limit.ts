/**
 * Limits log lines to `maxPerMinute`. The returned function gives undefined for a line to suppress, otherwise the
 * number of lines suppressed since the previous one.
 */
export function createLogRateLimit(monotonic: () => number, maxPerMinute: number): () => number | undefined {
  const WINDOW_MS = 60_000;
  let windowStart = -WINDOW_MS;
  let passed = 0;
  let suppressed = 0;
  return () => {
    const now = monotonic();
    if (now - windowStart >= WINDOW_MS) {
      windowStart = now;
      passed = 0;
    }
    if (passed >= maxPerMinute) {
      suppressed += 1;
      return undefined;
    }
    passed += 1;
    const suppressedBefore = suppressed;
    suppressed = 0;
    return suppressedBefore;
  };
}
