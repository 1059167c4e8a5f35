import type { Location } from '../schema/location.js';
import { csv, geojson, GPX_TYPE, gpxBegin, xml, type Format } from './format.js';

const columns = [
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
  /** one location a line */
  ndjson: {
    contentType: 'application/x-ndjson',
    begin: () => '',
    record: (location) => `${JSON.stringify(location)}\n`,
    end: () => '',
  },
  csv: csv<Location>(columns),
  /** GPX 1.1, one track */
  gpx: {
    contentType: GPX_TYPE,
    begin: (deviceId) => `${gpxBegin}<trk><name>${xml(deviceId)}</name><trkseg>\n`,
    record: ({ latitude, longitude, altitude, dateTime, satellites }) =>
      `<trkpt lat="${latitude}" lon="${longitude}">${altitude === undefined ? '' : `<ele>${altitude}</ele>`}<time>${dateTime}</time>${satellites === undefined ? '' : `<sat>${satellites}</sat>`}</trkpt>\n`,
    end: () => '</trkseg></trk>\n</gpx>\n',
  },
  geojson: geojson<Location>(),
} as const satisfies Record<string, Format<Location>>;

export type FormatName = keyof typeof locationFormats;
export const formatNames = Object.keys(locationFormats) as readonly FormatName[];
