import type { Location } from '../schema/location.js';

/** One way to write locations down: a head, a piece for each, and an end, so that a long range need not be held at once. */
export type Format = {
  readonly contentType: string;
  readonly begin: (deviceId: string) => string;
  /** `place`: 0 for the first location */
  readonly record: (location: Location, place: number) => string;
  readonly end: () => string;
};

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

/** A field of RFC 4180; what a spreadsheet would take for a formula is made plain text. */
function csvField(value: Location[keyof Location]): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const xml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\ufffd]/g, '\ufffd');

function feature({ longitude, latitude, altitude, ...properties }: Location): string {
  const coordinates = altitude === undefined ? [longitude, latitude] : [longitude, latitude, altitude];
  return JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates }, properties });
}

export const formats = {
  /** one location a line */
  ndjson: {
    contentType: 'application/x-ndjson',
    begin: () => '',
    record: (location) => `${JSON.stringify(location)}\n`,
    end: () => '',
  },
  /** RFC 4180, with a line of names */
  csv: {
    contentType: 'text/csv; charset=utf-8',
    begin: () => `${columns.join(',')}\r\n`,
    record: (location) => `${columns.map((name) => csvField(location[name])).join(',')}\r\n`,
    end: () => '',
  },
  /** GPX 1.1, one track */
  gpx: {
    contentType: 'application/gpx+xml',
    begin: (deviceId) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">\n<trk><name>${xml(deviceId)}</name><trkseg>\n`,
    record: ({ latitude, longitude, altitude, dateTime, satellites }) =>
      `<trkpt lat="${latitude}" lon="${longitude}">${altitude === undefined ? '' : `<ele>${altitude}</ele>`}<time>${dateTime}</time>${satellites === undefined ? '' : `<sat>${satellites}</sat>`}</trkpt>\n`,
    end: () => '</trkseg></trk>\n</gpx>\n',
  },
  /** RFC 7946, a point for each location */
  geojson: {
    contentType: 'application/geo+json',
    begin: (deviceId) => `{"type":"FeatureCollection","name":${JSON.stringify(deviceId)},"features":[\n`,
    record: (location, place) => `${place === 0 ? '' : ',\n'}${feature(location)}`,
    end: () => '\n]}\n',
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as readonly FormatName[];
