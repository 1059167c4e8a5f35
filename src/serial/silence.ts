import type { Timers } from './timers.js';

/** Learns how long a tracker is silent at most, and tells when it is silent for much longer. */
export type Silence = {
  /** It has said something. */
  heard: () => void;
  /** Nothing is expected for now: the port is gone. What was learned stays. */
  rest: () => void;
  /** undefined while all is well */
  lasting: () => Lasting | undefined;
};

/** A silence that is longer than was learned: s of it, and s of the longest one before. */
export type Lasting = { readonly seconds: number; readonly usual: number };

type Parts = {
  readonly timers: Timers;
  /** Once for every silence, then again each time it has become twice as long. */
  readonly onSilence: (lasting: Lasting) => void;
};

/** The longest silence counts for an hour or two: what a tracker does at night is forgotten during the day. */
const hourMs = 3_600_000;
/** Whoever is silent for so many times the longest of his silences is no more heard. */
const patience = 3;
const leastMs = 30_000;

export function createSilence({ timers, onSilence }: Parts): Silence {
  let hour = 0;
  /** ms, in this hour and in the one before */
  let longest: readonly [number, number] = [0, 0];
  let heardAt: number | undefined;
  /** how often it was told of the present silence */
  let told = 0;
  let watching: (() => void) | undefined;

  function learn(gap: number): void {
    const current = Math.floor(timers.now() / hourMs);
    if (current !== hour) longest = [0, current === hour + 1 ? longest[0] : 0];
    hour = current;
    longest = [Math.max(longest[0], gap), longest[1]];
  }

  const usual = (): number => Math.max(...longest);
  const limit = (): number => Math.max(leastMs, patience * usual());
  const since = (): number => (heardAt === undefined ? 0 : timers.now() - heardAt);
  const seen = (): Lasting => ({
    seconds: Math.round(since() / 1000),
    usual: Math.max(1, Math.round(usual() / 1000)),
  });

  /** One timer at a time, however often something is heard. */
  function watch(): void {
    if (heardAt === undefined || watching !== undefined) return;
    const left = limit() * 2 ** told - since();
    watching = timers.after(Math.max(left, 0), () => {
      watching = undefined;
      if (since() >= limit() * 2 ** told) {
        told += 1;
        onSilence(seen());
      }
      watch();
    });
  }

  return {
    heard() {
      if (heardAt !== undefined) learn(since());
      heardAt = timers.now();
      told = 0;
      if (usual() > 0) watch();
    },
    rest() {
      heardAt = undefined;
      told = 0;
      watching?.();
      watching = undefined;
    },
    lasting: () => (told === 0 ? undefined : seen()),
  };
}
