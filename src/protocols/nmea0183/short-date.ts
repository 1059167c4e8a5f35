import { utcMidnight } from '../utc-day.js';
import { digitsOf, type SentenceFields } from './fields.js';

/** `ddmmyy`; years 69 to 99 are 1969 to 1999. */
export function readShortDate(fields: SentenceFields, field: number): number | undefined {
  const digits = digitsOf(fields, field, 6);
  if (Number.isNaN(digits)) return undefined;
  const year = digits % 100;
  return utcMidnight(
    year < 69 ? 2000 + year : 1900 + year,
    Math.floor(digits / 100) % 100,
    Math.floor(digits / 10_000),
  );
}
