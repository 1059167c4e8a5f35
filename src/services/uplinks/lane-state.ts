import type { UntrustedPeriod } from '../../domain/clock/restamp.js';
import { openIn, settle, settleAllBut, type Cursor, type NumberRange } from '../../domain/uplinks/cursor.js';
import type { BatchLimit } from '../../domain/uplinks/outcome.js';
import { UNKNOWN_LOAD, type CpuMoment, type Load } from '../../domain/uplinks/pace.js';
import type { LanePosition } from '../../domain/uplinks/position.js';
import type { CursorLane, LaneMark } from '../../schema/uplinks/lane.js';
import type { Timers } from '../../time/clock.js';
import { createSignal, type Signal } from './signal.js';

/** The dead letters of a device are sent again: those from entry `next` on. */
export type Redrive = { readonly deviceId: string; next: number };

/**
 * A device whose records are refused one after the other; `run`: how many in a row. `triedAt`: when its dead letters were
 * last sent again because the far side took its newest location. Times in ms, monotonic.
 */
export type RefusedRun = {
  readonly run: number;
  readonly delayMs: number;
  readonly tryAt: number;
  readonly triedAt: number;
};

/**
 * One lane of an uplink while it runs. Everything up to `position` was looked at; what of it is not settled in the cursor
 * waits for the clock, or was sent without an answer.
 */
export type LaneState = {
  readonly lane: CursorLane;
  readonly signal: Signal;
  cursor: Cursor;
  position: number;
  limit: BatchLimit;
  /** of the far side, when nothing beyond it was unanswered */
  mark: LaneMark | undefined;
  /** an answer is missing: the far side may have what is not settled */
  isUnsure: boolean;
  /** the far side is to be asked what it has, before anything is sent */
  mustAsk: boolean;
  /** it was asked since the last new connection */
  hasAsked: boolean;
  /** it was compared with the far side up to the conflict that is known */
  isVerified: boolean;
  /** ms of processor time that the present batch has taken for certain */
  ownMs: number;
  /** by which history gives way to other work */
  load: Load;
  /** the end of the last batch; undefined: there was none */
  restingFrom: CpuMoment | undefined;
  /** where the cursor was when it was stored last */
  storedN: number;
  /** the untrusted clocks that records wait for; undefined: none waits */
  heldBy: readonly UntrustedPeriod[] | undefined;
  /** waits for new entries */
  isIdle: boolean;
  /** when the oldest record that is not settled was stored, UTC; null: none is known */
  oldestAt: string | null;
  /** ms, monotonic: not before then */
  nextAt: number;
  /** records settled since the cursor was stored */
  unstored: number;
  readonly refused: Map<string, RefusedRun>;
  redrives: Redrive[];
};

export function createLaneState(
  lane: CursorLane,
  { n, settled, mark }: LanePosition,
  records: number,
  timers: Pick<Timers, 'after'>,
): LaneState {
  return {
    lane,
    signal: createSignal(timers),
    cursor: { n, settled },
    position: n,
    limit: { records, slowly: false },
    mark,
    isUnsure: true,
    mustAsk: true,
    hasAsked: false,
    isVerified: false,
    ownMs: 0,
    load: UNKNOWN_LOAD,
    restingFrom: undefined,
    storedN: n,
    heldBy: undefined,
    isIdle: false,
    oldestAt: null,
    nextAt: -Infinity,
    unstored: 0,
    refused: new Map(),
    redrives: [],
  };
}

/** The numbers of the range were looked at; all but `open` are settled. A lane that went back meanwhile looks again. */
export function advance(lane: LaneState, [from, to]: NumberRange, open: readonly number[]): void {
  lane.cursor = settleAllBut(lane.cursor, [from, to], open);
  if (lane.position >= from - 1) lane.position = Math.max(lane.position, to);
}

/** Looks again at what is not settled. */
export function goBack(lane: LaneState): void {
  lane.position = lane.cursor.n;
  lane.heldBy = undefined;
}

/** After a new connection: the far side may have what was not answered. */
export function reconnect(lane: LaneState): void {
  goBack(lane);
  lane.mustAsk ||= lane.isUnsure;
  lane.hasAsked = false;
}

/** Entries without a record of the lane need no reader while it is at their end. */
export function passOver(lane: LaneState, from: number, to: number): boolean {
  if (!lane.isIdle || lane.position !== from - 1) return false;
  lane.cursor = settle(lane.cursor, [from, to]);
  lane.position = to;
  return true;
}

/** Entries up to `newest` that are not settled. */
export const behindOf = ({ cursor }: Pick<LaneState, 'cursor'>, newest: number): number => openIn(cursor, [1, newest]);
