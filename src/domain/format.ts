/** One way to write records down: a head, a piece for each, and an end, so that a long range need not be held at once. */
export type Format<T> = {
  readonly contentType: string;
  readonly begin: (deviceId: string) => string;
  /** `place`: 0 for the first record */
  readonly record: (record: T, place: number) => string;
  readonly end: () => string;
};

/** A field of RFC 4180; what a spreadsheet would take for a formula is made plain text. */
function csvField(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** RFC 4180, with a line of names. */
export const csv = <T extends object>(columns: readonly (keyof T & string)[]): Format<T> => ({
  contentType: 'text/csv; charset=utf-8',
  begin: () => `${columns.join(',')}\r\n`,
  record: (record) => `${columns.map((name) => csvField(record[name])).join(',')}\r\n`,
  end: () => '',
});

type Placed = {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly altitude?: number | undefined;
};

function feature({ longitude, latitude, altitude, ...properties }: Placed): string {
  const coordinates = altitude === undefined ? [longitude, latitude] : [longitude, latitude, altitude];
  const isPlaced = longitude !== undefined && latitude !== undefined;
  return JSON.stringify({ type: 'Feature', geometry: isPlaced ? { type: 'Point', coordinates } : null, properties });
}

/** RFC 7946, a point for each record. */
export const geojson = <T extends Placed>(): Format<T> => ({
  contentType: 'application/geo+json',
  begin: (deviceId) => `{"type":"FeatureCollection","name":${JSON.stringify(deviceId)},"features":[\n`,
  record: (record, place) => `${place === 0 ? '' : ',\n'}${feature(record)}`,
  end: () => '\n]}\n',
});

/** Text inside an element or attribute of XML 1.0. */
export const xml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\ufffd]/g, '\ufffd');

export const GPX_TYPE = 'application/gpx+xml';
export const gpxBegin =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">\n';
