import { utcMidnight } from '../utc.js';

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
/** The protocol is not older than this. */
const MIN_YEAR = 2000;

/** `YYYYMMDDHHMMSS` as ms since 1970; undefined if it is malformed or does not exist. */
export function parseTimestamp(text: string): number | undefined {
  const [year = NaN, month = NaN, dayOfMonth = NaN, hours = NaN, minutes = NaN, seconds = NaN] =
    TIMESTAMP.exec(text)?.slice(1).map(Number) ?? [];
  const date = year >= MIN_YEAR ? utcMidnight(year, month, dayOfMonth) : undefined;
  if (date === undefined || !(hours < 24 && minutes < 60 && seconds < 60)) return undefined;
  return date + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
