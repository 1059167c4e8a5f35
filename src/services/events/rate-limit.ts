import type { Timers } from '../../time/clock.js';

export type LineRateLimit<Line> = {
  readonly add: (line: Line) => void;
  readonly stop: () => void;
};

type LineRateLimitOptions<Line> = {
  /** lines per second */
  readonly maxPerSecond: number;
  readonly timers: Timers;
  readonly onLine: (line: Line) => void;
  /** called after a second in which `count` lines were left out */
  readonly onDropped: (count: number) => void;
};

const SECOND_MS = 1_000;

/** Passes on the first lines of each second at once, and counts the rest. */
export function createLineRateLimit<Line>({
  maxPerSecond,
  timers,
  onLine,
  onDropped,
}: LineRateLimitOptions<Line>): LineRateLimit<Line> {
  let count = 0;
  let stopWaiting: (() => void) | undefined;

  function endSecond(): void {
    stopWaiting = undefined;
    const dropped = count - maxPerSecond;
    count = 0;
    if (dropped > 0) onDropped(dropped);
  }

  return {
    add(line) {
      count += 1;
      stopWaiting ??= timers.after(SECOND_MS, endSecond);
      if (count <= maxPerSecond) onLine(line);
    },
    stop() {
      stopWaiting?.();
    },
  };
}
