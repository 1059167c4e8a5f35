import type { Location } from '../../schema/records/location.js';
import { csv, geojson, GPX_TYPE, GPX_HEADER, escapeXml, type RecordFormat } from './record-format.js';

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
] as const satisfies readonly (keyof Location)[];

export const locationFormats = {
  /** one location per line */
  ndjson: {
    contentType: 'application/x-ndjson',
    header: () => '',
    record: (location) => `${JSON.stringify(location)}\n`,
    footer: () => '',
  },
  csv: csv<Location>(COLUMNS),
  /** GPX 1.1, one track */
  gpx: {
    contentType: GPX_TYPE,
    header: (deviceId) => `${GPX_HEADER}<trk><name>${escapeXml(deviceId)}</name><trkseg>\n`,
    record: ({ latitude, longitude, altitude, dateTime, satellites }) =>
      `<trkpt lat="${latitude}" lon="${longitude}">${altitude === undefined ? '' : `<ele>${altitude}</ele>`}<time>${dateTime}</time>${satellites === undefined ? '' : `<sat>${satellites}</sat>`}</trkpt>\n`,
    footer: () => '</trkseg></trk>\n</gpx>\n',
  },
  geojson: geojson<Location>(),
} as const satisfies Record<string, RecordFormat<Location>>;

export type LocationFormatName = keyof typeof locationFormats;
export const LOCATION_FORMAT_NAMES = Object.keys(locationFormats) as readonly LocationFormatName[];
