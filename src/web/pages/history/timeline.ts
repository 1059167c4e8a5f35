import type { Stop, Trip, TripsView } from '../../../schema/records/trips.js';
import type { Gap } from '../../map/track.js';

/** A trip, stop or gap; times in ms since 1970. */
export type TimelineRow = Gap & { readonly openStart: boolean; readonly openEnd: boolean } & (
    | { readonly kind: 'trip'; readonly trip: Trip }
    | { readonly kind: 'stop'; readonly stop: Stop; /** on the map, from 1 */ readonly number: number }
    | { readonly kind: 'gap' }
  );

/** Trips, stops and gaps in order of time. */
export function toTimeline({ trips, stops, gaps }: TripsView): readonly TimelineRow[] {
  const rows: TimelineRow[] = [
    ...trips.map((trip) => ({ kind: 'trip' as const, trip, ...spanOf(trip) })),
    ...stops.map((stop, index) => ({ kind: 'stop' as const, stop, number: index + 1, ...spanOf(stop) })),
    ...gaps.map((gap) => ({ kind: 'gap' as const, ...spanOf(gap) })),
  ];
  return rows.sort((a, b) => a.from - b.from || a.to - b.to);
}

type Span = Pick<Trip, 'from' | 'to' | 'openStart' | 'openEnd'>;

const spanOf = ({ from, to, openStart, openEnd }: Span) => ({
  from: Date.parse(from),
  to: Date.parse(to),
  openStart,
  openEnd,
});

/** The index of the row of a moment; of two that meet the later one; -1: none. */
export const rowAt = (rows: readonly TimelineRow[], at: number): number =>
  rows.findLastIndex(({ from, to }) => at >= from && at <= to);

/** The sums of a range. */
export type Totals = {
  /** m */
  readonly distance: number;
  /** s */
  readonly driving: number;
  /** s */
  readonly standing: number;
  /** m/s; undefined without a trip */
  readonly maximumSpeed: number | undefined;
  readonly tripCount: number;
  readonly stopCount: number;
};

export function totalsOf({ trips, stops }: Pick<TripsView, 'trips' | 'stops'>): Totals {
  return {
    distance: sum(trips.map(({ distance }) => distance)),
    driving: sum(trips.map(({ duration }) => duration)),
    standing: sum(stops.map(({ duration }) => duration)),
    maximumSpeed: trips.length === 0 ? undefined : Math.max(...trips.map(({ maximumSpeed }) => maximumSpeed)),
    tripCount: trips.length,
    stopCount: stops.length,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
