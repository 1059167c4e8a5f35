import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { BrowserClock } from '../../clock/browser-clock.js';
import type { Gap } from '../../map/track.js';

/** Plays a range: its moment advances by the clock, at a speed. */
export type Replay = {
  /** ms since 1970, in the range */
  readonly moment: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** how many times faster than the clock */
  readonly speed: Signal<number>;
  /** plays on if it plays; bounded by the range */
  readonly seek: (at: number) => void;
  /** from the start if the moment is at the end */
  readonly play: () => void;
  readonly pause: () => void;
};

export type ReplayOptions = {
  readonly clock: Pick<BrowserClock, 'now' | 'after' | 'requestFrame'>;
  readonly range: Gap;
  readonly startAt: number;
  readonly speed: number;
  /** the time without records that a moment is in */
  readonly gapAt: (at: number) => Gap | undefined;
  /** for viewers who prefer reduced motion: one step a second */
  readonly isStepwise: boolean;
};

/** The last one plays a day in a minute. */
export const REPLAY_SPEEDS = [1, 10, 60, 300, 600, 1_440] as const;
export const DAY_A_MINUTE = 1_440;
/** A gap is passed faster, because nothing is seen in it. */
const MAX_GAP_MS = 2_000;
const STEP_MS = 1_000;
/** After a pause of the browser, the moment goes on where it was. */
const MAX_FRAME_MS = 2 * STEP_MS;

export function createReplay({ clock, range, startAt, speed, gapAt, isStepwise }: ReplayOptions): Replay {
  const bounded = (at: number): number => Math.min(range.to, Math.max(range.from, at));
  const moment = signal(bounded(startAt));
  const isPlaying = signal(false);
  const chosenSpeed = signal(speed);
  let run = 0;
  let drawnAt = 0;

  function next(own: number): void {
    const onFrame = (): void => {
      advance(own);
    };
    if (isStepwise) clock.after(STEP_MS, onFrame);
    else clock.requestFrame(onFrame);
  }

  function advance(own: number): void {
    if (own !== run) return;
    const now = clock.now();
    const elapsed = Math.min(MAX_FRAME_MS, Math.max(0, now - drawnAt));
    drawnAt = now;
    const at = moment.peek();
    // At the start of a gap, the moment is not in it yet.
    const gap = gapAt(at + 1);
    const after =
      gap === undefined
        ? at + elapsed * chosenSpeed.peek()
        : Math.min(gap.to, at + elapsed * Math.max(chosenSpeed.peek(), (gap.to - gap.from) / MAX_GAP_MS));
    moment.value = bounded(after);
    if (moment.peek() >= range.to) pause();
    else next(own);
  }

  function pause(): void {
    run++;
    isPlaying.value = false;
  }

  return {
    moment,
    isPlaying,
    speed: chosenSpeed,
    seek(at) {
      moment.value = bounded(at);
    },
    play() {
      if (isPlaying.peek()) return;
      if (moment.peek() >= range.to) moment.value = range.from;
      isPlaying.value = true;
      drawnAt = clock.now();
      next(++run);
    },
    pause,
  };
}

const MAX_SLOW_MS = 3 * 3_600_000;

/** A few hours play an hour a minute, longer ranges a day a minute. */
export const usualSpeed = ({ from, to }: Gap): number => (to - from > MAX_SLOW_MS ? DAY_A_MINUTE : 60);

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Of a day, arrows move the moment by a minute, and page keys by an hour; of other ranges, by a similar part. */
const SMALL_STEPS = [SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
const LARGE_STEPS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];
const SMALL_STEPS_IN_RANGE = 1_000;
const LARGE_STEPS_IN_RANGE = 20;

/** The moment after a key of a slider; undefined for other keys. */
export function momentAfterKey(key: string, at: number, { from, to }: Gap): number | undefined {
  const stepOf = (steps: readonly number[], count: number): number =>
    steps.findLast((step) => step * count <= to - from) ?? steps[0] ?? SECOND_MS;
  const small = stepOf(SMALL_STEPS, SMALL_STEPS_IN_RANGE);
  const large = stepOf(LARGE_STEPS, LARGE_STEPS_IN_RANGE);
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - small,
    ArrowDown: at - small,
    ArrowRight: at + small,
    ArrowUp: at + small,
    PageDown: at - large,
    PageUp: at + large,
    Home: from,
    End: to,
  };
  const moved = moves[key];
  return moved === undefined ? undefined : Math.min(to, Math.max(from, moved));
}
