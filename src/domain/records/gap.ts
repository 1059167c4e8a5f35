/**
 * A gap is a time without records: longer than 15 minutes, and than three times the device's usual interval. One rule for
 * files, maps and trips. The dashboard uses this file: it must not import a library.
 */
const MIN_GAP_MS = 15 * 60_000;
const USUAL_INTERVALS = 3;
/** As long as the usual interval is not longer, it does not matter. */
const SHORT_MS = MIN_GAP_MS / USUAL_INTERVALS;

export type GapRule = (before: number, after: number) => boolean;

/** The rule for times that come one by one, of which only the intervals that matter are kept. */
export type GapLearner = {
  /** The next time, not earlier than the one before. */
  readonly add: (time: number) => void;
  /** Later times can change the rule no more. */
  readonly isSettled: () => boolean;
  /** the rule for all times so far */
  readonly rule: () => GapRule;
};

/** `spanMs`: all times are within it, which bounds the long intervals and so the memory. Times are ms since 1970. */
export function createGapLearner(spanMs: number): GapLearner {
  const maxLong = spanMs / SHORT_MS;
  const long: number[] = [];
  let short = 0;
  let last: number | undefined;
  return {
    add(time) {
      const interval = last === undefined ? 0 : time - last;
      if (interval > SHORT_MS) long.push(interval);
      else if (interval > 0) short += 1;
      last = time;
    },
    isSettled: () => short > maxLong,
    rule() {
      // The median, without the interval in question: a single interval leaves the usual one unknown.
      const middle = Math.floor((short + long.length) / 2) - 1;
      const usual = middle < short ? 0 : (Float64Array.from(long).sort()[middle - short] ?? 0);
      const maxMs = Math.max(MIN_GAP_MS, USUAL_INTERVALS * usual);
      return (before, after) => after - before > maxMs;
    },
  };
}

/**
 * Creates the rule for records with these times, ms since 1970, ascending. The usual interval is their median, without
 * the one in question; a single interval leaves the usual one unknown.
 */
export function createGapRule(times: readonly number[]): GapRule {
  const learner = createGapLearner(Infinity);
  for (const time of times) learner.add(time);
  return learner.rule();
}
