import type { Timers } from '../../time/timers.js';

/** Learns how long a tracker is silent at most, and tells when it is silent for much longer. */
export type StallDetector = {
  /** It has said something. */
  activity: () => void;
  /** Nothing is expected for now: the port is gone. What was learned stays. */
  reset: () => void;
  /** undefined while all is well */
  current: () => Stall | undefined;
};

/** A silence that is longer than was learned: s of it, and s of the longest one before. */
export type Stall = { readonly seconds: number; readonly maxBefore: number };

type StallDetectorOptions = {
  readonly timers: Timers;
  /** Once for every silence, then again each time it has become twice as long. */
  readonly onStall: (stall: Stall) => void;
};

/** The longest silence counts for an hour or two: what a tracker does at night is forgotten during the day. */
const HOUR_MS = 3_600_000;
/** Whoever is silent for so many times the longest of his silences is no more heard. */
const STALL_FACTOR = 3;
const MIN_STALL_MS = 30_000;

export function createStallDetector({ timers, onStall }: StallDetectorOptions): StallDetector {
  let hour = 0;
  /** ms, in this hour and in the one before */
  let maxGaps: readonly [number, number] = [0, 0];
  let lastActivityAt: number | undefined;
  /** how often it was told of the present silence */
  let stallCount = 0;
  let cancelTimer: (() => void) | undefined;

  function recordGap(gap: number): void {
    const current = Math.floor(timers.now() / HOUR_MS);
    if (current !== hour) maxGaps = [0, current === hour + 1 ? maxGaps[0] : 0];
    hour = current;
    maxGaps = [Math.max(maxGaps[0], gap), maxGaps[1]];
  }

  const maxGap = (): number => Math.max(...maxGaps);
  const limitMs = (): number => Math.max(MIN_STALL_MS, STALL_FACTOR * maxGap());
  const silentMs = (): number => (lastActivityAt === undefined ? 0 : timers.now() - lastActivityAt);
  const currentStall = (): Stall => ({
    seconds: Math.round(silentMs() / 1000),
    maxBefore: Math.max(1, Math.round(maxGap() / 1000)),
  });

  /** One timer at a time, however often something is heard. */
  function schedule(): void {
    if (lastActivityAt === undefined || cancelTimer !== undefined) return;
    const left = limitMs() * 2 ** stallCount - silentMs();
    cancelTimer = timers.after(Math.max(left, 0), () => {
      cancelTimer = undefined;
      if (silentMs() >= limitMs() * 2 ** stallCount) {
        stallCount += 1;
        onStall(currentStall());
      }
      schedule();
    });
  }

  return {
    activity() {
      if (lastActivityAt !== undefined) recordGap(silentMs());
      lastActivityAt = timers.now();
      stallCount = 0;
      if (maxGap() > 0) schedule();
    },
    reset() {
      lastActivityAt = undefined;
      stallCount = 0;
      cancelTimer?.();
      cancelTimer = undefined;
    },
    current: () => (stallCount === 0 ? undefined : currentStall()),
  };
}
