import type { Stop, Trip, TripGap, TripPlace, TripsView, ZoneVisit } from '../../schema/records/trips.js';
import type { StopSpan, TripSpan } from './stretch.js';
import type { TripSpans } from './trip-fold.js';
import type { MsRange, PlacedFix, Span } from './trip-fix.js';
import type { VisitSpan } from './zone-visits.js';

/** The answer for a range: everything is cut off at its edges. */
export function viewTrips({ trips, stops, gaps, visits }: TripSpans, range: MsRange): TripsView {
  const sorted = byTime(visits);
  const passed = visitsOf(byTime(trips), sorted);
  return {
    trips: byTime(trips).map((trip, index) => viewTrip(trip, range, passed[index] ?? [])),
    stops: byTime(stops).map((stop) => viewStop(stop, range)),
    gaps: byTime(gaps).map((gap): TripGap => viewSpan(gap, range)),
    zoneVisits: sorted.map((visit) => viewVisit(visit, range)),
  };
}

const byTime = <T extends Span>(spans: readonly T[]): T[] => [...spans].sort((a, b) => a.from - b.from || a.to - b.to);

/** The visits during each trip; both are sorted by their start, and trips do not overlap. */
function visitsOf(trips: readonly TripSpan[], visits: readonly VisitSpan[]): VisitSpan[][] {
  let open: VisitSpan[] = [];
  let next = 0;
  return trips.map((trip) => {
    for (let visit = visits[next]; visit !== undefined && visit.from < trip.to; visit = visits[next]) {
      open.push(visit);
      next += 1;
    }
    open = open.filter(({ to }) => to > trip.from);
    return [...open];
  });
}

type SpanView = Pick<TripGap, 'from' | 'to' | 'openStart' | 'openEnd'>;

const clip = ({ from, to }: Pick<Span, 'from' | 'to'>, range: MsRange): MsRange => ({
  from: Math.max(from, range.from),
  to: Math.min(to, range.to),
});

function viewSpan(span: Span, range: MsRange): SpanView {
  const { from, to } = clip(span, range);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    openStart: span.from < from,
    openEnd: span.to > to || !span.isOver,
  };
}

const secondsOf = (span: Span, range: MsRange): number => {
  const { from, to } = clip(span, range);
  return (to - from) / 1000;
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
/** About 1 cm. */
const degrees = (value: number): number => round(value, 7);

const viewVisit = (visit: VisitSpan, range: MsRange): ZoneVisit => ({ zone: visit.zone, ...viewSpan(visit, range) });

const viewPlace = ({ latitude, longitude, zone }: PlacedFix): TripPlace => ({ latitude, longitude, zone });

function viewTrip(trip: TripSpan, range: MsRange, visits: readonly VisitSpan[]): Trip {
  const { distance, maximumSpeed, idleMs, first, last } = trip.movement;
  const duration = secondsOf(trip, range);
  return {
    ...viewSpan(trip, range),
    duration,
    distance: round(distance, 1),
    maximumSpeed: round(maximumSpeed, 3),
    averageSpeed: duration === 0 ? 0 : round(distance / duration, 3),
    idleTime: round(idleMs / 1000, 3),
    start: viewPlace(first),
    end: viewPlace(last),
    zoneVisits: visits.map((visit) => viewVisit(visit, clip(trip, range))),
  };
}

const viewStop = (stop: StopSpan, range: MsRange): Stop => ({
  ...viewSpan(stop, range),
  duration: secondsOf(stop, range),
  latitude: degrees(stop.latitude),
  longitude: degrees(stop.longitude),
  zone: stop.zone,
});
