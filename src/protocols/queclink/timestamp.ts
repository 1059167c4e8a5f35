import { utcInstant } from '../utc.js';

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** `YYYYMMDDHHMMSS` as ms since 1970; undefined if it is malformed or does not exist. */
export function parseTimestamp(text: string): number | undefined {
  const [year = NaN, month = NaN, dayOfMonth = NaN, hours = NaN, minutes = NaN, seconds = NaN] =
    TIMESTAMP.exec(text)?.slice(1).map(Number) ?? [];
  return utcInstant([year, month, dayOfMonth, hours, minutes, seconds]);
}
