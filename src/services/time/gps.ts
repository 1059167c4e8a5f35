import { RELEASED } from '../../domain/clock-quality.js';

/** So many fixes must agree, */
const AGREEING = 3;
/** to so many ms, on how far their time is ahead of the monotonic one, */
const AGREE_MS = 2_000;
/** heard so far apart: what a tracker had kept comes faster than it was taken, and shows so, */
const APART_MS = 5_000;
/** and the last must be no older. */
const OLDEST_MS = 600_000;
const MOST_SOURCES = 256;

/** The time by satellites, as trackers tell it with each fix. */
export type Gps = {
  /** A fix that was just heard of one tracker, with its own time, ms since 1970. */
  readonly hear: (source: string, dateTime: number) => void;
  /** what time it is, ms since 1970; null while they do not agree */
  readonly now: () => number | null;
  /** The monotonic clock may have stood still: what was heard is compared with it no more. */
  readonly forget: () => void;
};

type Heard = { readonly ahead: number; readonly at: number };

/**
 * Compares each fix with the monotonic clock. A receiver that counts its weeks wrongly is decades behind: that is not believed.
 */
export function createGps(monotonic: () => number): Gps {
  const heard = new Map<string, readonly Heard[]>();

  function agreed(): number | undefined {
    for (const fixes of heard.values()) {
      const last = fixes.at(-1);
      if (fixes.length < AGREEING || last === undefined || monotonic() - last.at > OLDEST_MS) continue;
      const aheads = fixes.map(({ ahead }) => ahead);
      // Whatever holds a fix up makes it late, never early.
      if (Math.max(...aheads) - Math.min(...aheads) <= AGREE_MS) return Math.max(...aheads);
    }
    return undefined;
  }

  return {
    hear(source, dateTime) {
      if (dateTime < RELEASED) return;
      const at = monotonic();
      const before = heard.get(source) ?? [];
      if (at - (before.at(-1)?.at ?? -Infinity) < APART_MS) return;
      heard.delete(source);
      heard.set(source, [...before, { ahead: dateTime - at, at }].slice(-AGREEING));
      const [oldest] = heard.keys();
      if (heard.size > MOST_SOURCES && oldest !== undefined) heard.delete(oldest);
    },
    now() {
      const ahead = agreed();
      return ahead === undefined ? null : Math.round(monotonic() + ahead);
    },
    forget() {
      heard.clear();
    },
  };
}
