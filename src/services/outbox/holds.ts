import type { Timers } from '../../serial/timers.js';

/** Messages that have failed, and are not tried again at once: others may go in the meantime. */
export type Holds = {
  readonly hold: (id: string) => void;
  readonly isHeld: (id: string) => boolean;
  /** Forgets all others. */
  readonly keep: (waiting: ReadonlyMap<string, unknown>) => void;
};

const FIRST_MS = 10_000;
const LONGEST_MS = 900_000;

/** Twice as long each time. It is not known any more after a restart, which is a good moment to try everything. */
export function createHolds(timers: Pick<Timers, 'now'>): Holds {
  const held = new Map<string, { readonly ms: number; readonly until: number }>();
  return {
    hold(id) {
      const ms = Math.min((held.get(id)?.ms ?? FIRST_MS / 2) * 2, LONGEST_MS);
      held.set(id, { ms, until: timers.now() + ms });
    },
    isHeld: (id) => timers.now() < (held.get(id)?.until ?? -Infinity),
    keep(waiting) {
      for (const id of held.keys()) if (!waiting.has(id)) held.delete(id);
    },
  };
}
