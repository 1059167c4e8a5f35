import { failure, success, type Result } from '../errors.js';
import { isRecord, streamName, type Identity } from '../domain/record.js';
import { isGatewayDated, isWithin, restamped, wrongTimes, type Restamp } from '../domain/restamp.js';
import type { Alert } from '../schema/alert.js';
import type { Entry } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import type { ChannelName } from '../schema/message.js';
import { inOrder, type Range, type Segment, type StreamName, type Timed } from './segment.js';

/** Times in ms since 1970, both ends included; at most `limit` records; `cursor` as given back by the page before. */
export type RangeQuery = {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly cursor?: string;
};

/** Records in order of time; `next` is the cursor of the page that follows, left out on the last one. */
export type Page<T> = { readonly records: readonly T[]; readonly next?: string };

/** An alert, the number of its entry, by which it is known, and by which ways somebody is told of it. */
export type StoredAlert = Alert & { readonly id: string; readonly notified?: readonly ChannelName[] };

export type History = {
  readonly locations: (query: RangeQuery) => Promise<Result<Page<Location>>>;
  /** only those with the name `named`, if it is given */
  readonly alerts: (query: RangeQuery & { readonly named?: string | undefined }) => Promise<Result<Page<StoredAlert>>>;
  /**
   * The entries of every kind with these numbers, in order, but for those that are lost; undefined when retention has
   * dropped the first of them already.
   */
  readonly numbered: (range: Range) => Promise<readonly Entry[] | undefined>;
  /** Is this very record stored already? Answers at once where no disk is needed, as for every one newer than the rest. */
  readonly holds: (record: Identity) => boolean | Promise<boolean>;
  /** Resolves once every query that has begun is answered: segments that it may still read can be closed then. */
  readonly settled: () => Promise<void>;
};

/**
 * `segments` are all there are, in any order; `restamps`: by how much clocks were wrong. Both are asked at every query.
 */
export function createHistory(
  segments: () => readonly Segment[],
  restamps: () => readonly Restamp[] = () => [],
): History {
  const underway = new Set<Promise<unknown>>();

  function tracked<T>(query: Promise<T>): Promise<T> {
    underway.add(query);
    const done = (): boolean => underway.delete(query);
    query.then(done, done);
    return query;
  }

  /** What bears another time than the one it was written at: by its right time, from `from` to `to`. */
  async function moved(stream: StreamName, from: number, to: number): Promise<Timed[]> {
    const found: Timed[] = [];
    for (const restamp of restamps()) {
      const wrong = wrongTimes(restamp, from, to);
      if (wrong.from > wrong.to) continue;
      for (const segment of segments()) {
        const span = segment.span(stream);
        if (span === undefined || span.to < wrong.from || span.from > wrong.to) continue;
        for (const { ms, entry } of await segment.read(stream, wrong.from, wrong.to)) {
          const right = isRecord(entry) ? restamped(entry, restamp) : entry;
          if (right !== entry) found.push({ ms: ms + restamp.by, entry: right });
        }
      }
    }
    return found;
  }

  const isMoved = (entry: Entry): boolean =>
    isRecord(entry) && restamps().some((restamp) => isWithin(restamp, entry) && isGatewayDated(entry));

  /** The first `limit + 1` entries of the stream in the range, after the cursor. */
  async function firstOf(
    stream: StreamName,
    { from, to, limit }: RangeQuery,
    after: Mark,
    record: (entry: Entry) => unknown,
  ): Promise<Timed[]> {
    const start = Math.max(from, after.ms);
    const touched = segments()
      .flatMap((segment) => {
        const span = segment.span(stream);
        return span === undefined || span.to < start || span.from > to ? [] : [{ segment, from: span.from }];
      })
      .sort((a, b) => a.from - b.from);
    const isWanted = ({ ms, entry }: Timed): boolean =>
      inOrder({ ms, n: entry.n }, after) > 0 && record(entry) !== undefined;
    let found = (await moved(stream, start, to)).filter(isWanted);
    for (const [place, { segment }] of touched.entries()) {
      const own = await segment.read(stream, start, to);
      found = found.concat(own.filter((one) => isWanted(one) && !isMoved(one.entry)));
      // Whatever the segments to come hold is not earlier than their own beginning.
      const settledUntil = touched[place + 1]?.from ?? Infinity;
      if (found.filter(({ ms }) => ms < settledUntil).length > limit) break;
    }
    return found.sort((a, b) => inOrder({ ms: a.ms, n: a.entry.n }, { ms: b.ms, n: b.entry.n })).slice(0, limit + 1);
  }

  async function page<T>(
    kind: 'location' | 'alert',
    query: RangeQuery,
    record: (entry: Entry) => T | undefined,
  ): Promise<Result<Page<T>>> {
    const after = readCursor(query.cursor);
    if (after === undefined) {
      return failure('validation_failed', '/cursor is not one that was given out: leave it out to begin anew');
    }
    const found = await firstOf(streamName(kind, query.deviceId), query, after, record);
    const records = found.slice(0, query.limit).flatMap(({ entry }) => record(entry) ?? []);
    const last = found[query.limit - 1];
    return success(found.length > query.limit && last ? { records, next: writeCursor(last) } : { records });
  }

  async function numbered({ from, to }: Range): Promise<Entry[] | undefined> {
    const present = segments();
    if (present[0] === undefined || present[0].first > from) return undefined;
    const found: Entry[] = [];
    for (const segment of present) {
      if (segment.first <= to && segment.last() >= from) found.push(...(await segment.numbered({ from, to })));
    }
    return found;
  }

  return {
    numbered: (range) => tracked(numbered(range)),
    locations: (query) =>
      tracked(page('location', query, (entry) => (entry.kind === 'location' ? entry.v.location : undefined))),
    alerts: ({ named, ...query }) =>
      tracked(
        page('alert', query, (entry) => {
          if (entry.kind !== 'alert') return undefined;
          const { alert, notified } = entry.v;
          if (named !== undefined && !alert.alerts.includes(named)) return undefined;
          return { ...alert, id: String(entry.n), ...(notified && { notified }) };
        }),
      ),
    holds(record) {
      const unsure: Promise<boolean>[] = [];
      for (const segment of segments()) {
        const span = segment.span(record.stream);
        if (span === undefined || record.ms < span.from || record.ms > span.to) continue;
        const answer = segment.holds(record);
        if (answer === true) return true;
        if (answer !== false) unsure.push(answer);
      }
      return unsure.length === 0 ? false : tracked(Promise.all(unsure).then((answers) => answers.includes(true)));
    },
    async settled() {
      await Promise.allSettled(underway);
    },
  };
}

/** A place in the order of entries: what follows it is the next page. */
type Mark = { readonly ms: number; readonly n: number };
const BEGINNING: Mark = { ms: -Infinity, n: 0 };

const writeCursor = ({ ms, entry }: Timed): string => Buffer.from(`${ms}.${entry.n}`).toString('base64url');

function readCursor(cursor: string | undefined): Mark | undefined {
  if (cursor === undefined) return BEGINNING;
  const parts = /^(-?\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  return parts === null ? undefined : { ms: Number(parts[1]), n: Number(parts[2]) };
}
