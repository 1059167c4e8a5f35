import type { GatewayMessage } from '../../messages/message.js';
import type { Timers } from '../../time/clock.js';
import { portMessages, portNotes } from '../messages.js';

/** Learns the longest gap between the frames of a tracker and detects a much longer one. */
export type StallDetector = {
  /** A frame was received. */
  activity: () => void;
  /** No frames are expected for now, because the port is lost. Keeps the learned gaps. */
  reset: () => void;
  /** undefined unless stalled */
  current: () => Stall | undefined;
  /** the same as a sentence */
  note: () => GatewayMessage | undefined;
};

/** A silence that is longer than expected: its length and the longest previous gap, in s. */
export type Stall = {
  readonly seconds: number;
  readonly maxBefore: number;
  /** false: `onStall` was called before for this silence */
  readonly isFirst: boolean;
};

type StallDetectorOptions = {
  readonly timers: Timers;
  /** called once per stall, then each time its length has doubled */
  readonly onStall: (stall: Stall) => void;
};

/** A gap counts for one to two hours: the gaps of the night are forgotten during the day. */
const HOUR_MS = 3_600_000;
/** Stalled after this many times the longest gap seen. */
const STALL_FACTOR = 3;
const MIN_STALL_MS = 30_000;

type StallState = {
  readonly options: StallDetectorOptions;
  /** number of the current hour */
  hour: number;
  /** ms; the longest gap in this hour and in the previous one */
  maxGaps: readonly [number, number];
  /** undefined while no frames are expected */
  lastActivityAt: number | undefined;
  /** how often `onStall` was called for the present silence */
  stallCount: number;
  cancelTimer: (() => void) | undefined;
};

export function createStallDetector(options: StallDetectorOptions): StallDetector {
  const detector: StallState = {
    options,
    hour: 0,
    maxGaps: [0, 0],
    lastActivityAt: undefined,
    stallCount: 0,
    cancelTimer: undefined,
  };
  return {
    activity() {
      if (detector.lastActivityAt !== undefined) recordGap(detector, silentMs(detector));
      detector.lastActivityAt = options.timers.now();
      detector.stallCount = 0;
      if (maxGap(detector) > 0) schedule(detector);
    },
    reset() {
      detector.lastActivityAt = undefined;
      detector.stallCount = 0;
      detector.cancelTimer?.();
      detector.cancelTimer = undefined;
    },
    current: () => (detector.stallCount === 0 ? undefined : currentStall(detector)),
    note: () => (detector.stallCount === 0 ? undefined : describeStall(currentStall(detector))),
  };
}

function recordGap(detector: StallState, gap: number): void {
  const { hour, maxGaps, options } = detector;
  const current = Math.floor(options.timers.now() / HOUR_MS);
  const [recent, previous] = current === hour ? maxGaps : ([0, current === hour + 1 ? maxGaps[0] : 0] as const);
  detector.hour = current;
  detector.maxGaps = [Math.max(recent, gap), previous];
}

const maxGap = ({ maxGaps }: StallState): number => Math.max(maxGaps[0], maxGaps[1]);

const limitMs = (detector: StallState): number =>
  Math.max(MIN_STALL_MS, STALL_FACTOR * maxGap(detector)) * 2 ** detector.stallCount;

const silentMs = ({ lastActivityAt, options }: StallState): number =>
  lastActivityAt === undefined ? 0 : options.timers.now() - lastActivityAt;

const currentStall = (detector: StallState): Stall => ({
  seconds: Math.round(silentMs(detector) / 1000),
  maxBefore: Math.max(1, Math.round(maxGap(detector) / 1000)),
  isFirst: detector.stallCount === 1,
});

/** Keeps one timer at most, which is renewed only when it fires. */
function schedule(detector: StallState): void {
  const { lastActivityAt, cancelTimer, options } = detector;
  if (lastActivityAt === undefined || cancelTimer !== undefined) return;
  const left = limitMs(detector) - silentMs(detector);
  detector.cancelTimer = options.timers.after(Math.max(left, 0), () => {
    detector.cancelTimer = undefined;
    if (silentMs(detector) >= limitMs(detector)) {
      detector.stallCount += 1;
      options.onStall(currentStall(detector));
    }
    schedule(detector);
  });
}

export const describeStall = ({ seconds, maxBefore }: Stall): GatewayMessage =>
  portNotes.silent({ seconds, longest: maxBefore });

export const describeLostStall = (path: string, { seconds, maxBefore }: Stall): GatewayMessage =>
  portMessages.lostSilent({ path, seconds, longest: maxBefore });
