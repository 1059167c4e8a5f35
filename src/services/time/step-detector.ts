import type { Clock } from '../../time/clock.js';

/** Time servers correct by less than this all the time. */
const MIN_STEP_MS = 2_000;

/**
 * Each call gives the ms by which the wall clock was set since the previous call, 0 if it was not. Sleep looks the same,
 * because the monotonic clock stands still meanwhile.
 */
export function createStepDetector(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const offset = (): number => clock.now() - clock.monotonic();
  let previous = offset();
  return () => {
    const step = Math.round(offset() - previous);
    if (Math.abs(step) < MIN_STEP_MS) return 0;
    previous += step;
    return step;
  };
}
