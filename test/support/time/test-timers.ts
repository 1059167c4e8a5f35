import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '../../../src/time/clock.js';

/** Timers that the test advances. */
export function createTestTimers() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];

  const timers: Timers = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
  };

  /** Advances the time by `ms`: due timers run in order, and the work that they started settles. */
  async function advance(ms: number): Promise<void> {
    const end = now + ms;
    await turn();
    for (;;) {
      const [next] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      waiting = waiting.filter((other) => other !== next);
      now = next.at;
      next.run();
      await turn();
    }
    now = end;
  }

  return { timers, advance, waiting: () => waiting.length };
}
