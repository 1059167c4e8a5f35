import { setTimeout as delay } from 'node:timers/promises';
import { createClock } from '../../src/time/clock.js';

const clock = createClock();

/** Asks again and again until `condition` holds, at most `within` ms, and says how long that took. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  within = 5_000,
): Promise<number> {
  const begin = clock.monotonic();
  while (!(await condition())) {
    if (clock.monotonic() - begin > within) throw new Error(`${what}: not within ${within} ms`);
    await delay(2);
  }
  return clock.monotonic() - begin;
}
