import { success, type Result } from '../errors.js';
import { instantSchema } from './common.js';
import { valueErrors } from './messages.js';

/** Records per page. */
const MAX_RECORDS = 10_000;

export const boundsProperties = {
  from: { ...instantSchema, description: 'inclusive' },
  to: { ...instantSchema, description: 'inclusive' },
} as const;

/** The query for the records of a time range, one page at a time. */
export const rangeProperties = {
  ...boundsProperties,
  limit: { type: 'integer', minimum: 1, maximum: MAX_RECORDS, default: MAX_RECORDS },
  cursor: { type: 'string', maxLength: 64, description: '`next` of the previous page' },
} as const;

export const cursorSchema = {
  type: 'string',
  description: 'cursor of the next page; omitted on the last page',
} as const;

/** Both ends inclusive, ms since 1970. */
type TimeRange = { readonly from: number; readonly to: number };
export type RecordSearch = TimeRange & { readonly limit: number; readonly cursor?: string };

export type RangeInput = {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Converts a range that has passed its schema. */
export function readRange({ from, to, limit, cursor }: RangeInput): Result<RecordSearch> {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  if (range.from > range.to) return valueErrors.laterThanTo('/from');
  return success({ ...range, limit, ...(cursor === undefined ? {} : { cursor }) });
}
