import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '../schema/entry.js';
import { markOf, type Mark } from './cursor.js';
import type { Moved } from './moved.js';
import { inOrder, type Segment, type StreamName, type Timed } from './segment.js';

export type NewestQuery = {
  readonly streams: readonly StreamName[];
  /** ms since 1970, both included */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** where the page before ended */
  readonly before: Mark;
  readonly isWanted: (entry: Entry) => boolean;
};

/** Streams that are looked up in an index in one turn of the event loop: some ms. */
const STREAMS_A_TURN = 20_000;

/** A segment, and which of the streams have something of the range in it. */
type Touched = { readonly segment: Segment; readonly streams: readonly StreamName[]; readonly to: number };

/**
 * The `limit + 1` newest entries of all the streams in the range, the newest first. Segments are read from the newest
 * on, and no more of them than it takes.
 */
export async function findNewest(present: readonly Segment[], moved: Moved, query: NewestQuery): Promise<Timed[]> {
  const { streams, from, limit, before, isWanted } = query;
  const to = Math.min(query.to, before.ms);
  const fits = (one: Timed): boolean => inOrder(markOf(one), before) < 0 && isWanted(one.entry);
  let found: Timed[] = [];
  for (const stream of streams) found.push(...(await moved.find(stream, from, to)).filter(fits));

  const touched = (await touchedBy(present, streams, from, to)).sort((a, b) => b.to - a.to);
  for (const [place, { segment, streams: own }] of touched.entries()) {
    for (const stream of own) {
      const read = await segment.read(stream, from, to);
      for (const one of read) if (fits(one) && !moved.isMoved(one.entry)) found.push(one);
    }
    // Whatever the segments to come hold is not later than their own end.
    const settledFrom = touched[place + 1]?.to ?? -Infinity;
    found = newestOf(found, limit);
    if (found.length > limit && (found.at(-1)?.ms ?? 0) > settledFrom) break;
  }
  return newestOf(found, limit);
}

const newestOf = (found: readonly Timed[], limit: number): Timed[] =>
  [...found].sort((a, b) => inOrder(markOf(b), markOf(a))).slice(0, limit + 1);

async function touchedBy(
  present: readonly Segment[],
  streams: readonly StreamName[],
  from: number,
  to: number,
): Promise<Touched[]> {
  const touched: Touched[] = [];
  let looked = 0;
  for (const segment of present) {
    const own: StreamName[] = [];
    let latest = -Infinity;
    for (const stream of streams) {
      const span = segment.span(stream);
      if (span === undefined || span.to < from || span.from > to) continue;
      own.push(stream);
      latest = Math.max(latest, span.to);
    }
    if (own.length > 0) touched.push({ segment, streams: own, to: latest });
    looked += streams.length;
    if (looked < STREAMS_A_TURN) continue;
    looked = 0;
    // Whoever waits for an answer is not to wait for all of them.
    await nextTurn();
  }
  return touched;
}
