import { setTimeout as delay } from 'node:timers/promises';
import { createClock } from '../../../src/time/clock.js';

const clock = createClock();

/** far beyond what any condition takes, as the suites run side by side on slow machines: no test measures with it */
const DEADLINE_MS = 30_000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/**
 * Checks until `condition` holds, at most `within` ms, and returns the time it took. The pauses grow with the wait: a
 * condition may be a request, and the awaited work needs the processor too. `maxPauseMs` bounds the pauses where each
 * check advances injected time.
 */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  within = DEADLINE_MS,
  maxPauseMs = MAX_PAUSE_MS,
): Promise<number> {
  const begin = clock.monotonic();
  while (!(await condition())) {
    const waited = clock.monotonic() - begin;
    if (waited > within) throw new Error(`${what}: not within ${within} ms`);
    await delay(Math.min(maxPauseMs, MIN_PAUSE_MS + waited / 20));
  }
  return clock.monotonic() - begin;
}
