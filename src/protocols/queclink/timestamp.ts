import { utcInstant } from '../utc.js';

const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

/** `YYYYMMDDHHMMSS` as ms since 1970; undefined if it is malformed or does not exist. */
export function parseTimestamp(text: string): number | undefined {
  const parts = TIMESTAMP.exec(text)?.slice(1).map(Number) ?? [];
  return utcInstant(parts.slice(0, 3), parts.slice(3));
}
