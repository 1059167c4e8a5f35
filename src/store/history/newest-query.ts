import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '../../schema/entry.js';
import { positionOf, type PagePosition } from './cursor.js';
import { MAX_PAGE_BYTES } from '../../domain/records/page-bytes.js';
import { bytesOf, cutPage, pageLength } from './page-length.js';
import type { RestampedEntries } from './restamped-entries.js';
import { compareByTime, type Segment, type StreamName, type TimedEntry } from '../log/segment.js';

export type NewestQuery = {
  readonly streams: readonly StreamName[];
  /** ms since 1970, both included */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** where the previous page ended */
  readonly before: PagePosition;
  readonly matches: (entry: Entry) => boolean;
  /** called with every entry that is read, whether it matches or not */
  readonly onRead: (entry: Entry) => void;
};

/** Streams looked up in an index per turn of the event loop: some ms. */
const MAX_STREAMS_PER_TURN = 20_000;

/** Entries found besides two pages before the surplus is dropped: what is sorted at once takes some ms. */
const MAX_SURPLUS = 1_000;

/** A segment and the streams that have entries of the range in it. */
type SegmentOverlap = { readonly segment: Segment; readonly streams: readonly StreamName[]; readonly to: number };

/**
 * The newest entries of all the streams in the range, newest first: those of a page, and one more if there is a next page.
 * Reads only as many segments as needed.
 */
export async function findNewest(
  segments: readonly Segment[],
  restampedEntries: RestampedEntries,
  query: NewestQuery,
): Promise<TimedEntry[]> {
  const { streams, from, limit, before, matches, onRead } = query;
  const to = Math.min(query.to, before.ms);
  const fits = (candidate: TimedEntry): boolean => {
    onRead(candidate.entry);
    return compareByTime(positionOf(candidate), before) < 0 && matches(candidate.entry);
  };
  let found: TimedEntry[] = [];
  let foundBytes = 0;
  const dropSurplus = (): void => {
    found = newestOf(found, limit);
    foundBytes = bytesOf(found);
  };
  for (const stream of streams) found.push(...(await restampedEntries.find(stream, from, to)).filter(fits));

  const overlaps = (await findOverlaps(segments, streams, from, to)).sort((a, b) => b.to - a.to);
  for (const [index, { segment, streams: inSegment }] of overlaps.entries()) {
    for (const stream of inSegment) {
      for await (const slice of segment.read(stream, from, to)) {
        for (const one of slice) {
          if (!fits(one) || restampedEntries.isRestamped(one.entry)) continue;
          found.push(one);
          foundBytes += one.bytes;
        }
        if (found.length > 2 * limit + MAX_SURPLUS || foundBytes > 3 * MAX_PAGE_BYTES) dropSurplus();
      }
    }
    // The entries of the remaining segments are not later than the end of the next one.
    const completeFrom = overlaps[index + 1]?.to ?? -Infinity;
    dropSurplus();
    if (found.length > pageLength(found, limit) && (found.at(-1)?.ms ?? 0) > completeFrom) break;
  }
  return newestOf(found, limit);
}

const newestOf = (found: readonly TimedEntry[], limit: number): TimedEntry[] =>
  cutPage(
    [...found].sort((a, b) => b.ms - a.ms || b.entry.n - a.entry.n),
    limit,
  );

async function findOverlaps(
  segments: readonly Segment[],
  streams: readonly StreamName[],
  from: number,
  to: number,
): Promise<SegmentOverlap[]> {
  const overlaps: SegmentOverlap[] = [];
  let lookedUp = 0;
  for (const segment of segments) {
    const inSegment: StreamName[] = [];
    let latest = -Infinity;
    for (const stream of streams) {
      const span = segment.span(stream);
      if (span === undefined || span.to < from || span.from > to) continue;
      inSegment.push(stream);
      latest = Math.max(latest, span.to);
    }
    if (inSegment.length > 0) overlaps.push({ segment, streams: inSegment, to: latest });
    lookedUp += streams.length;
    if (lookedUp < MAX_STREAMS_PER_TURN) continue;
    lookedUp = 0;
    // Other requests must not wait for all segments.
    await nextTurn();
  }
  return overlaps;
}
