import type { Clock } from '../../time/clock.js';

/** Less is what time servers do all the time. */
const MIN_STEP_MS = 2_000;

/**
 * By how many ms the wall clock was set since the last look; 0 when it was not. A machine that slept looks the same: its
 * monotonic clock stands still meanwhile.
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
