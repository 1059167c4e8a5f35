import type { Location } from '../../schema/records/location.js';
import { gpxTrack } from './gpx.js';
import { csv, geojson, ndjson, type RecordFormat } from './record-format.js';

const COLUMNS = [
  'dateTime',
  'latitude',
  'longitude',
  'speed',
  'course',
  'altitude',
  'accuracy',
  'satellites',
  'battery',
  'fuel',
  'fuel2',
  'temperature',
  'temperature2',
  'sensorTime1',
  'sensorTime2',
  'sensorTime3',
  'sensorTime4',
  'inactiveSeconds',
  'rpm',
  'milleage',
  'warningTexts',
  'attributes',
  'alertTexts',
  'alerts',
  'warnings',
  'hasCriticalAlert',
  'accessoriesAttributes',
  'inputs',
  'outputs',
  'gateway',
  'unfit',
] as const satisfies readonly (keyof Location)[];

/** Maps have no place for a fix that does not count. */
const onMap = ({ contentType, open }: RecordFormat<Location>): RecordFormat<Location> => ({
  contentType,
  open(file) {
    const { header, page, footer } = open(file);
    return { header, page: (locations) => page(fitOf(locations)), footer };
  },
});

function* fitOf(locations: Iterable<Location>): Generator<Location> {
  for (const location of locations) if (location.unfit === undefined) yield location;
}

export const locationFormats = {
  ndjson: ndjson<Location>(),
  csv: csv<Location>(COLUMNS),
  gpx: onMap(gpxTrack),
  geojson: onMap(geojson<Location>()),
} as const satisfies Record<string, RecordFormat<Location>>;

export type LocationFormatName = keyof typeof locationFormats;
export const LOCATION_FORMAT_NAMES = Object.keys(locationFormats) as readonly LocationFormatName[];
