import { utcMidnight } from '../utc-day.js';

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
/** Nothing that speaks this is older. */
const MIN_YEAR = 2000;

/** `YYYYMMDDHHMMSS` as ms since 1970; nothing when it is not in form, or calendar or clock have no such instant. */
export function parseTimestamp(text: string): number | undefined {
  const [year = NaN, month = NaN, dayOfMonth = NaN, hours = NaN, minutes = NaN, seconds = NaN] =
    TIMESTAMP.exec(text)?.slice(1).map(Number) ?? [];
  const date = year >= MIN_YEAR ? utcMidnight(year, month, dayOfMonth) : undefined;
  if (date === undefined || !(hours < 24 && minutes < 60 && seconds < 60)) return undefined;
  return date + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
