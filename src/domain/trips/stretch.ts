import { stepDistance } from '../zones/geodesic.js';
import { addToMean, distanceFrom, joinMean, placeOf, startMean, type MeanPlace } from './mean-place.js';
import { addStep, startMovement, type Movement } from './movement.js';
import { isSlow, type MsRange, type PlacedFix, type Span } from './trip-fix.js';

/**
 * The records between two gaps as stops and trips (trips.md).
 *
 * - A stop begins with a slow fix after which all fixes stay within 50 m of it until a slow one 3 minutes later.
 * - It ends with its last slow fix before one that is farther than 50 m, and than its accuracy, from the middle.
 * - What is between two stops is a trip, unless it stays within 50 m of its start, or is back there, slow, in less than
 *   3 minutes: that is the jitter of a standing receiver.
 */
const STOP_METERS = 50;
const STOP_MS = 3 * 60_000;

export type StopSpan = Span & { readonly latitude: number; readonly longitude: number; readonly zone: string | null };
export type TripSpan = Span & { readonly movement: Movement };

/** Takes what is found, in order of time. */
export type StretchSink = {
  readonly range: MsRange;
  readonly onStop: (stop: StopSpan) => void;
  readonly onTrip: (trip: TripSpan) => void;
};

/** `near`: of its fixes since it was last joined with another one, so that it follows a slow drift. */
type Stay = { readonly from: number; readonly all: MeanPlace; near: MeanPlace; lastSlow: PlacedFix };

/** What may become a stop, with the movement up to it. */
type Candidate = { readonly first: PlacedFix; readonly mean: MeanPlace; readonly movement: Movement };

export type Stretch = {
  last: PlacedFix;
  /** the stop that lasts, or the one before the movement */
  stay: Stay | undefined;
  isMoving: boolean;
  /** since the last slow fix of the stop, or since the first fix */
  movement: Movement;
  candidate: Candidate | undefined;
};

export function startStretch(fix: PlacedFix, { range }: StretchSink): Stretch {
  const movement = startMovement(fix, range);
  const stretch: Stretch = { last: fix, stay: undefined, isMoving: true, movement, candidate: undefined };
  if (isSlow(fix)) stretch.candidate = startCandidate(fix, movement);
  return stretch;
}

const startCandidate = (first: PlacedFix, movement: Movement): Candidate => ({
  first,
  mean: startMean(first),
  movement: { ...movement },
});

export function addFix(stretch: Stretch, sink: StretchSink, fix: PlacedFix): void {
  addStep(stretch.movement, sink.range, stretch.last, fix);
  stretch.last = fix;
  const { stay, isMoving, movement } = stretch;
  if (stay === undefined || (isMoving && !isBack(stay, movement, fix))) addMoving(stretch, sink, fix);
  else addStanding(stretch, stay, sink, fix);
}

/** A receiver with frequent jumps is never in one place for long enough to begin a stop again. */
const isBack = ({ near }: Stay, { start }: Movement, fix: PlacedFix): boolean =>
  isSlow(fix) && fix.ms - start.ms < STOP_MS && distanceFrom(near, fix) <= STOP_METERS;

function addStanding(stretch: Stretch, stay: Stay, { range }: StretchSink, fix: PlacedFix): void {
  stretch.isMoving = false;
  stretch.candidate = undefined;
  if (distanceFrom(stay.near, fix) > Math.max(STOP_METERS, fix.accuracy ?? 0)) {
    stretch.isMoving = true;
    stretch.candidate = isSlow(fix) ? startCandidate(fix, stretch.movement) : undefined;
    return;
  }
  if (!isSlow(fix)) return;
  addToMean(stay.all, fix);
  addToMean(stay.near, fix);
  stay.lastSlow = fix;
  stretch.movement = startMovement(fix, range);
}

function addMoving(stretch: Stretch, sink: StretchSink, fix: PlacedFix): void {
  const { candidate, movement } = stretch;
  if (candidate === undefined || stepDistance(candidate.first, fix) > STOP_METERS) {
    stretch.candidate = isSlow(fix) ? startCandidate(fix, movement) : undefined;
    return;
  }
  // The noise of a standing receiver looks like speed, above all where none is sent.
  if (!isSlow(fix)) return;
  addToMean(candidate.mean, fix);
  if (fix.ms - candidate.first.ms >= STOP_MS) stop(stretch, candidate, sink, fix);
}

/** The candidate is a stop: of its own, or a part of the one before. */
function stop(stretch: Stretch, { first, mean, movement }: Candidate, sink: StretchSink, fix: PlacedFix): void {
  const { stay } = stretch;
  if (stay !== undefined && isJitter(movement, first)) {
    joinMean(stay.all, mean);
    Object.assign(stay, { near: mean, lastSlow: fix });
  } else {
    const isTrip = movement.farthest > STOP_METERS;
    if (stay !== undefined) emitStop(sink, stay, stay.lastSlow.ms, true);
    if (isTrip) sink.onTrip({ from: movement.start.ms, to: first.ms, isOver: true, movement });
    const from = isTrip ? first.ms : movement.start.ms;
    stretch.stay = { from, all: mean, near: { ...mean }, lastSlow: fix };
  }
  stretch.isMoving = false;
  stretch.candidate = undefined;
  stretch.movement = startMovement(fix, sink.range);
}

const isJitter = ({ start, farthest }: Movement, end: PlacedFix): boolean =>
  farthest <= STOP_METERS || (end.ms - start.ms < STOP_MS && stepDistance(start, end) <= STOP_METERS);

function emitStop(sink: StretchSink, { from, all, lastSlow }: Stay, to: number, isOver: boolean): void {
  sink.onStop({ from, to, isOver, ...placeOf(all), zone: lastSlow.zone });
}

/** No record follows, or, if `isOver`, none before a gap. */
export function endStretch({ stay, isMoving, movement, last }: Stretch, sink: StretchSink, isOver: boolean): void {
  const isTrip = isMoving && movement.farthest > STOP_METERS;
  const to = last.ms;
  if (stay !== undefined) emitStop(sink, stay, isTrip ? stay.lastSlow.ms : to, isTrip || isOver);
  if (isTrip) sink.onTrip({ from: movement.start.ms, to, isOver, movement });
}

/** Later records change nothing any more about what is up to this time. */
export function isDecided({ stay, isMoving, movement, candidate, last }: Stretch, ms: number): boolean {
  if (!isMoving) return (stay?.lastSlow.ms ?? 0) >= ms;
  if (candidate !== undefined && candidate.first.ms <= ms) return false;
  if (movement.start.ms > ms) return true;
  if (movement.farthest <= STOP_METERS) return false;
  return stay === undefined || (candidate?.first ?? last).ms - movement.start.ms >= STOP_MS;
}
