import { MAX_PAGE_BYTES } from '../../domain/records/page-bytes.js';
import type { Entry } from '../../schema/entry.js';
import type { Segment, TimeSpan } from '../log/segment.js';

/** Reads what is neither a record nor the outcome of one, backwards, page by page. */
export type OthersQuery<T> = {
  /** only earlier entries are looked at */
  readonly before: number;
  /** May a segment have a wanted entry, if its entries were written in this span? Others are not read. */
  readonly mayHave: (span: TimeSpan) => boolean;
  /** undefined: the entry is not wanted */
  readonly select: (entry: Entry) => T | undefined;
  readonly limit: number;
};

/** Newest first. A page ends at 4 MiB of the log, so it may be empty and have a next one, which begins before `next`. */
export type OthersPage<T> = { readonly found: readonly T[]; readonly next?: number };

/** Read at once: a page of many small changes does not read the rest of its 4 MiB. */
const PART_BYTES = 262_144;
const PART_ENTRIES = 1_024;
/** Of the position of an entry, which is read as well. */
const POSITION_BYTES = 4;

const isOther = (stream: string): boolean => stream === 'other';

/** `segments`: oldest first. */
export async function readOthers<T>(
  segments: readonly Segment[],
  { before, mayHave, select, limit }: OthersQuery<T>,
): Promise<OthersPage<T>> {
  const found: T[] = [];
  let last = before;
  let room = MAX_PAGE_BYTES;
  for (const segment of segments.toReversed()) {
    const span = segment.first < before ? segment.span('other') : undefined;
    if (span === undefined || !mayHave(span)) continue;
    for (let to = Math.min(segment.last(), before - 1); to >= segment.first;) {
      if (room <= 0) return { found, next: to + 1 };
      const range = { from: segment.first, to, wants: isOther, limit: PART_ENTRIES };
      const part = await segment.readArrivals({ ...range, maxBytes: Math.min(PART_BYTES, room), newestFirst: true });
      for (const entry of part.entries) {
        const wanted = select(entry);
        if (wanted === undefined) continue;
        if (found.length === limit) return { found, next: last };
        found.push(wanted);
        last = entry.n;
      }
      room -= part.bytes + POSITION_BYTES * (to - part.to + 1);
      to = part.to - 1;
    }
  }
  return { found };
}
