import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '../../src/time/timers.js';

/** Timers that run when the test says so. */
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

  /** Lets `ms` go by: what falls due runs in its order, and what it started has gone on as far as it can. */
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
