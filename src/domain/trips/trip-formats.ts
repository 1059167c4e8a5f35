import type { TripsView, TripPlace } from '../../schema/records/trips.js';
import { csv } from '../records/record-format.js';

/** One line of the file: a trip, a stop or a gap. What a kind does not have is an empty cell. */
type TripRow = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null>>;

const COLUMNS = [
  'kind',
  'from',
  'to',
  'openStart',
  'openEnd',
  'duration',
  'distance',
  'maximumSpeed',
  'averageSpeed',
  'idleTime',
  'startLatitude',
  'startLongitude',
  'startZone',
  'endLatitude',
  'endLongitude',
  'endZone',
  'zones',
] as const;

/** Trips, stops and gaps in order of time; the columns of a stop are those of the start of a trip. */
export const tripCsv = csv<TripRow>(COLUMNS);

/** The lines of the file. `nameOf`: the name of a zone. */
export function tripRows({ trips, stops, gaps }: TripsView, nameOf: (zone: string) => string): TripRow[] {
  const name = (zone: string | null): string | null => (zone === null ? null : nameOf(zone));
  const rows = [
    ...trips.map(({ start, end, zoneVisits, ...trip }) => ({
      kind: 'trip',
      ...trip,
      ...startOf(start, name),
      endLatitude: end.latitude,
      endLongitude: end.longitude,
      endZone: name(end.zone),
      zones: [...new Set(zoneVisits.map(({ zone }) => nameOf(zone)))].join(', '),
    })),
    ...stops.map(({ latitude, longitude, zone, ...stop }) => ({
      kind: 'stop',
      ...stop,
      ...startOf({ latitude, longitude, zone }, name),
    })),
    ...gaps.map((gap) => ({ kind: 'gap', ...gap, duration: (Date.parse(gap.to) - Date.parse(gap.from)) / 1000 })),
  ];
  return rows.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1));
}

const startOf = ({ latitude, longitude, zone }: TripPlace, name: (zone: string | null) => string | null) => ({
  startLatitude: latitude,
  startLongitude: longitude,
  startZone: name(zone),
});
