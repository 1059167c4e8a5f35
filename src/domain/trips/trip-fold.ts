import { isNoFix } from '../records/unfit.js';
import { createGapLearner, type GapLearner, type GapRule } from '../records/gap.js';
import { filterFix, startFilter, type FixFilter } from './fix-filter.js';
import { addFix, endStretch, isDecided, startStretch, type StopSpan, type Stretch, type TripSpan } from './stretch.js';
import {
  findSpeed,
  type CountedFix,
  isPreferred,
  type MsRange,
  type PlacedFix,
  type Span,
  type SpeedFinder,
  type TripFix,
} from './trip-fix.js';
import { endVisits, followVisits, startVisits, type TripZones, type Visits, type VisitSpan } from './zone-visits.js';

/** What was found, in order of its end, not cut off at the range. */
export type TripSpans = {
  readonly trips: TripSpan[];
  readonly stops: StopSpan[];
  readonly gaps: Span[];
  readonly visits: VisitSpan[];
};

export type TripFold = {
  /** The next fix, not earlier than the one before. */
  readonly add: (fix: TripFix) => void;
  /** Later fixes can change nothing in the range any more. */
  readonly isDecided: () => boolean;
  /** what has been found so far, in number */
  readonly count: () => number;
  /** `until`, ms: up to there, no fix follows the last one; undefined: one may follow */
  readonly finish: (until?: number) => TripSpans;
};

export type TripFoldOptions = {
  readonly range: MsRange;
  /** All fixes are within this time, ms. */
  readonly spanMs: number;
  readonly zones: TripZones;
};

type Folding = {
  readonly range: MsRange;
  readonly spans: TripSpans;
  readonly visits: Visits;
  readonly learner: GapLearner;
  isGap: GapRule | undefined;
  /** Fixes whose turn comes once the rule of gaps is known: as many as there can be long intervals, twice. */
  waiting: CountedFix[];
  readonly filter: FixFilter;
  /** the last fix, until one with another time follows */
  pending: TripFix | undefined;
  speeds: SpeedFinder;
  stretch: Stretch | undefined;
};

const NO_SPEEDS: SpeedFinder = { older: undefined, newer: undefined };

/** Finds trips, stops, gaps and zone visits in fixes that come in order of time, in memory that does not grow with them. */
export function createTripFold({ range, spanMs, zones }: TripFoldOptions): TripFold {
  const spans: TripSpans = { trips: [], stops: [], gaps: [], visits: [] };
  const folding: Folding = {
    range,
    spans,
    visits: startVisits(zones, (visit) => isInRange(visit, range) && spans.visits.push(visit)),
    learner: createGapLearner(spanMs),
    isGap: undefined,
    waiting: [],
    filter: startFilter(),
    pending: undefined,
    speeds: { ...NO_SPEEDS },
    stretch: undefined,
  };
  const use = (fix: CountedFix): void => {
    learn(folding, fix);
  };
  return {
    add(fix) {
      if (isNoFix(fix)) return;
      const { pending, filter } = folding;
      if (pending?.ms === fix.ms) {
        if (isPreferred(fix, pending)) folding.pending = fix;
        return;
      }
      if (pending !== undefined) filterFix(filter, pending, use);
      folding.pending = fix;
    },
    isDecided: () =>
      folding.stretch !== undefined && folding.filter.doubt === undefined && isDecided(folding.stretch, range.to),
    count: () => spans.trips.length + spans.stops.length + spans.gaps.length + spans.visits.length,
    finish(until) {
      if (folding.pending !== undefined) filterFix(folding.filter, folding.pending, use);
      folding.isGap ??= folding.learner.rule();
      takeWaiting(folding, folding.isGap);
      finish(folding, folding.isGap, until);
      return spans;
    },
  };
}

const isInRange = ({ from, to }: Span, range: MsRange): boolean =>
  range.from === range.to ? from <= range.to && to >= range.from : to > range.from && from < range.to;

function learn(folding: Folding, fix: CountedFix): void {
  const { learner, waiting, isGap } = folding;
  if (isGap !== undefined) {
    place(folding, isGap, fix);
    return;
  }
  learner.add(fix.ms);
  waiting.push(fix);
  if (!learner.isSettled()) return;
  folding.isGap = learner.rule();
  takeWaiting(folding, folding.isGap);
}

function takeWaiting(folding: Folding, isGap: GapRule): void {
  const { waiting } = folding;
  folding.waiting = [];
  for (const fix of waiting) place(folding, isGap, fix);
}

const sinkOf = ({ range, spans: { trips, stops } }: Folding) => ({
  range,
  onStop: (stop: StopSpan) => isInRange(stop, range) && stops.push(stop),
  onTrip: (trip: TripSpan) => isInRange(trip, range) && trips.push(trip),
});

function place(folding: Folding, isGap: GapRule, fix: CountedFix): void {
  const { stretch, visits, range, spans } = folding;
  const sink = sinkOf(folding);
  const before = stretch?.last;
  const isAfterGap = before !== undefined && isGap(before.ms, fix.ms);
  const isCut = isAfterGap || (before !== undefined && fix.isElsewhere === true);
  if (isCut) folding.speeds = { ...NO_SPEEDS };
  const placed: PlacedFix = {
    ms: fix.ms,
    latitude: fix.latitude,
    longitude: fix.longitude,
    accuracy: fix.accuracy,
    speed: findSpeed(folding.speeds, fix),
    zone: followVisits(visits, fix, isCut),
  };
  if (stretch !== undefined && !isCut) {
    addFix(stretch, sink, placed);
    return;
  }
  if (stretch !== undefined && before !== undefined) {
    endStretch(stretch, sink, true);
    const gap = { from: before.ms, to: fix.ms, isOver: true };
    if (isAfterGap && isInRange(gap, range)) spans.gaps.push(gap);
  }
  folding.stretch = startStretch(placed, sink);
}

function finish(folding: Folding, isGap: GapRule, until: number | undefined): void {
  const { stretch, range, spans, visits } = folding;
  if (stretch === undefined) return;
  const { ms } = stretch.last;
  const isSilent = until !== undefined && until > ms && isGap(ms, until);
  endStretch(stretch, sinkOf(folding), isSilent);
  endVisits(visits);
  const gap = { from: ms, to: until ?? ms, isOver: false };
  if (isSilent && isInRange(gap, range)) spans.gaps.push(gap);
}
