import type { Clock } from '../clock.js';

/** Less is what time servers do all the time. */
const LEAST_MS = 2_000;

/**
 * By how many ms the wall clock was set since the last look; 0 when it was not. A machine that slept looks the same: its
 * monotonic clock stands still meanwhile.
 */
export function createSteps(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const difference = (): number => clock.now() - clock.monotonic();
  let before = difference();
  return () => {
    const step = Math.round(difference() - before);
    if (Math.abs(step) < LEAST_MS) return 0;
    before += step;
    return step;
  };
}
