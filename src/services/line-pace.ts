import type { Timers } from '../serial/timers.js';

export type LinePace<Line> = {
  readonly add: (line: Line) => void;
  readonly stop: () => void;
};

type Parts<Line> = {
  /** in a second */
  readonly most: number;
  readonly timers: Timers;
  readonly pass: (line: Line) => void;
  /** so many were left out in a second */
  readonly onMore: (count: number) => void;
};

const SECOND_MS = 1_000;

/** Passes on as many lines a second as anybody can follow, at once, and counts the rest. */
export function createLinePace<Line>({ most, timers, pass, onMore }: Parts<Line>): LinePace<Line> {
  let came = 0;
  let stopWaiting: (() => void) | undefined;

  function endSecond(): void {
    stopWaiting = undefined;
    const more = came - most;
    came = 0;
    if (more > 0) onMore(more);
  }

  return {
    add(line) {
      came += 1;
      stopWaiting ??= timers.after(SECOND_MS, endSecond);
      if (came <= most) pass(line);
    },
    stop() {
      stopWaiting?.();
    },
  };
}
