/** An export format: header, one text per record, footer, so that a long range is never in memory as a whole. */
export type RecordFormat<T> = {
  readonly contentType: string;
  readonly header: (deviceId: string) => string;
  /** `index`: 0 for the first record */
  readonly record: (record: T, index: number) => string;
  readonly footer: () => string;
};

/** A field of RFC 4180; text that a spreadsheet would read as a formula gets a leading apostrophe. */
function csvField(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** RFC 4180, with a header line. */
export const csv = <T extends object>(columns: readonly (keyof T & string)[]): RecordFormat<T> => ({
  contentType: 'text/csv; charset=utf-8',
  header: () => `${columns.join(',')}\r\n`,
  record: (record) => `${columns.map((name) => csvField(record[name])).join(',')}\r\n`,
  footer: () => '',
});

type Positioned = {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly altitude?: number | undefined;
};

function geojsonFeature({ longitude, latitude, altitude, ...properties }: Positioned): string {
  const coordinates = altitude === undefined ? [longitude, latitude] : [longitude, latitude, altitude];
  const hasPosition = longitude !== undefined && latitude !== undefined;
  return JSON.stringify({ type: 'Feature', geometry: hasPosition ? { type: 'Point', coordinates } : null, properties });
}

/** RFC 7946, one point per record. */
export const geojson = <T extends Positioned>(): RecordFormat<T> => ({
  contentType: 'application/geo+json',
  header: (deviceId) => `{"type":"FeatureCollection","name":${JSON.stringify(deviceId)},"features":[\n`,
  record: (record, index) => `${index === 0 ? '' : ',\n'}${geojsonFeature(record)}`,
  footer: () => '\n]}\n',
});

/** Text inside an element or attribute of XML 1.0. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\ufffd]/g, '\ufffd');

export const GPX_TYPE = 'application/gpx+xml';
export const GPX_HEADER =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">\n';
