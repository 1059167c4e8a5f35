import { setTimeout as delay } from 'node:timers/promises';
import { createClock } from '../../../src/time/clock.js';

const clock = createClock();

/** The deadline names the condition of a test that hangs. It is far beyond the usual time, also on a busy machine. */
export const DEADLINE_MS = 240_000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

export type EventuallyOptions = {
  /** For work that usually takes more than a tenth of the default. */
  readonly withinMs?: number;
  /** Bounds the pauses where each check advances injected time. */
  readonly maxPauseMs?: number;
};

/**
 * Checks until `condition` holds, and returns the time it took. The pauses grow with the wait: a condition may be a
 * request, and the awaited work needs the processor too.
 */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { withinMs = DEADLINE_MS, maxPauseMs = MAX_PAUSE_MS }: EventuallyOptions = {},
): Promise<number> {
  const begin = clock.monotonic();
  while (!(await condition())) {
    const waited = clock.monotonic() - begin;
    if (waited > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await delay(Math.min(maxPauseMs, MIN_PAUSE_MS + waited / 20));
  }
  return clock.monotonic() - begin;
}
