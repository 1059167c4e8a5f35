import { protectCell } from '../lists/formula.js';

/** The device whose records a file has. */
export type RecordFile = { readonly deviceId: string; readonly name: string };

/** A device without a name has its id. */
export const recordFileOf = (deviceId: string, name = ''): RecordFile => ({
  deviceId,
  name: name === '' ? deviceId : name,
});

/**
 * Writes one file: header, pages of records in order, footer, so that a long range is never in memory as a whole. A page
 * comes in pieces, so that other work can be done in between.
 */
export type RecordWriter<T> = {
  readonly header: string;
  readonly page: (records: Iterable<T>) => Iterable<string>;
  readonly footer: string;
};

/** An export format. `style`: of CSV. */
export type RecordFormat<T> = {
  readonly contentType: string;
  readonly open: (file: RecordFile, style?: CsvStyle) => RecordWriter<T>;
};

/** How a CSV file is written. A decimal comma needs another separator. */
export type CsvStyle = {
  readonly separator: ',' | ';' | '\t';
  readonly decimal: '.' | ',';
  /** starts with a byte order mark */
  readonly bom: boolean;
};

const RFC_4180: CsvStyle = { separator: ',', decimal: '.', bom: false };

/** A field of RFC 4180. A text is never taken for a formula; numbers stay numbers. */
function csvField(value: unknown, { decimal }: CsvStyle): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return decimal === '.' ? String(value) : String(value).replace('.', decimal);
  if (typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${protectCell(text).replaceAll('"', '""')}"`;
}

/** RFC 4180, with a header line; lists and maps are JSON in a cell. */
export const csv = <T extends object>(columns: readonly (keyof T & string)[]): RecordFormat<T> => ({
  contentType: 'text/csv; charset=utf-8',
  open: (_file, style = RFC_4180) => ({
    header: `${style.bom ? '\uFEFF' : ''}${columns.join(style.separator)}\r\n`,
    *page(records) {
      for (const record of records)
        yield `${columns.map((name) => csvField(record[name], style)).join(style.separator)}\r\n`;
    },
    footer: '',
  }),
});

/** One record per line. */
export const ndjson = <T extends object>(): RecordFormat<T> => ({
  contentType: 'application/x-ndjson',
  open: () => ({
    header: '',
    *page(records) {
      for (const record of records) yield `${JSON.stringify(record)}\n`;
    },
    footer: '',
  }),
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
  open({ deviceId }) {
    let isFirst = true;
    return {
      header: `{"type":"FeatureCollection","name":${JSON.stringify(deviceId)},"features":[\n`,
      *page(records) {
        for (const record of records) {
          yield isFirst ? geojsonFeature(record) : `,\n${geojsonFeature(record)}`;
          isFirst = false;
        }
      },
      footer: '\n]}\n',
    };
  },
});
