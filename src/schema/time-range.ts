import { failure, success, type Result } from '../errors.js';
import { instantSchema } from './common.js';

/** How many records one page may have. */
const MAX_RECORDS = 10_000;

export const boundsProperties = {
  from: { ...instantSchema, description: 'included' },
  to: { ...instantSchema, description: 'included' },
} as const;

/** What asks for the records of a range of time, a page at a time. */
export const rangeProperties = {
  ...boundsProperties,
  limit: { type: 'integer', minimum: 1, maximum: MAX_RECORDS, default: MAX_RECORDS },
  cursor: { type: 'string', maxLength: 64, description: '`next` of the page before' },
} as const;

export const cursorSchema = {
  type: 'string',
  description: 'the cursor of the page that follows; left out on the last one',
} as const;

/** Both ends included, ms since 1970. */
export type TimeRange = { readonly from: number; readonly to: number };
export type RecordSearch = TimeRange & { readonly limit: number; readonly cursor?: string };

export type RangeInput = {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** A range as sent, already valid by its schema. */
export function readRange({ from, to, limit, cursor }: RangeInput): Result<RecordSearch> {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  if (range.from > range.to) return failure('validation_failed', '/from must not be later than /to');
  return success({ ...range, limit, ...(cursor === undefined ? {} : { cursor }) });
}
