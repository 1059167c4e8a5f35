import { MAX_PAGE_BYTES } from '../../domain/records/page-bytes.js';
import type { TimedEntry } from '../log/segment.js';

/** How many of the entries, which are in the order of the page, fit into a page with at most `limit` records. */
export function pageLength(entries: readonly TimedEntry[], limit: number): number {
  const max = Math.min(limit, entries.length);
  let sum = 0;
  for (let length = 0; length < max; length += 1) {
    sum += entries[length]?.bytes ?? 0;
    if (sum > MAX_PAGE_BYTES && length > 0) return length;
  }
  return max;
}

/** The entries of a page, and one more if there is a next page. */
export const cutPage = (entries: readonly TimedEntry[], limit: number): TimedEntry[] =>
  entries.slice(0, pageLength(entries, limit) + 1);

export const bytesOf = (entries: readonly TimedEntry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0);
