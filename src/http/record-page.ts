import { success, type Result } from '../errors.js';
import {
  recordFileOf,
  type RecordFile,
  type RecordFormat,
  type RecordWriter,
} from '../domain/records/record-format.js';
import { csvQueryProperties, type CsvQuery } from '../schema/records/csv-query.js';
import { rangeProperties, type RangeInput } from '../schema/time-range.js';
import type { User } from '../schema/accounts/user.js';
import type { Devices } from '../services/devices/devices.js';
import { csvStyleOf } from './csv-style.js';
import type { RouteResponse } from './route.js';

/** The queries for a page of records and the responses with it. */

export const rangeQueryProperties = {
  ...rangeProperties,
  format: { enum: ['json', 'geojson', 'gpx', 'csv', 'ndjson'], default: 'json' },
  ...csvQueryProperties,
} as const;

/** Media types of the formats besides JSON. */
export const FILE_TYPES: readonly string[] = [
  'application/geo+json',
  'application/gpx+xml',
  'text/csv',
  'application/x-ndjson',
];

/** Records in order of time; `next` is the cursor of the next page. */
type RecordPage<T> = { readonly records: Iterable<T>; readonly next?: string };

type FileFormat = 'geojson' | 'gpx' | 'csv' | 'ndjson';
export type RecordQuery = RangeInput & CsvQuery & { readonly format: 'json' | FileFormat };

/** A page in the envelope, under `name`. */
export const respondWithPage = <T>(name: string, page: Result<RecordPage<T>>): Result<RouteResponse> =>
  page.ok
    ? success({
        body: { [name]: page.value.records, ...(page.value.next === undefined ? {} : { next: page.value.next }) },
      })
    : page;

/** The device that a file is about. */
export function fileOf(devices: Pick<Devices, 'find'>, user: User, deviceId: string): RecordFile {
  const device = devices.find(user, deviceId);
  return recordFileOf(deviceId, device.ok ? device.value.name : '');
}

/** A page in the requested format: in the envelope under `name`, or as a file of the device. */
export const respondWithRange = <T>(
  name: string,
  formats: Readonly<Record<FileFormat, RecordFormat<T>>>,
  device: RecordFile,
  page: Result<RecordPage<T>>,
  query: RecordQuery,
): Result<RouteResponse> => {
  const style = csvStyleOf(query);
  if (!style.ok) return style;
  if (query.format === 'json') return respondWithPage(name, page);
  const { contentType, open } = formats[query.format];
  return respondWithFile({ contentType, writer: open(device, style.value) }, device, page, query);
};

type OpenFile<T> = { readonly contentType: string; readonly writer: RecordWriter<T> };

/** A page as a file; the header `Link` (RFC 8288) has the address of the next page, if any. */
function respondWithFile<T>(
  { contentType, writer }: OpenFile<T>,
  device: RecordFile,
  page: Result<RecordPage<T>>,
  query: RecordQuery,
): Result<RouteResponse> {
  if (!page.ok) return page;
  const { records, next } = page.value;
  const pieces = piecesOf(writer, records);
  const fileName = `${device.deviceId.replace(/[^A-Za-z0-9._-]/g, '_')}.${query.format}`;
  const disposition = { 'Content-Disposition': `attachment; filename="${fileName}"` };
  if (next === undefined) return success({ pieces, contentType, headers: disposition });
  const nextQuery = new URLSearchParams(
    Object.entries({ ...query, cursor: next }).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return success({ pieces, contentType, headers: { ...disposition, Link: `<?${nextQuery.toString()}>; rel="next"` } });
}

function* piecesOf<T>({ header, page, footer }: RecordWriter<T>, records: Iterable<T>): Generator<string> {
  yield header;
  yield* page(records);
  yield footer;
}
