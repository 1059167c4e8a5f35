import { failure, success, type Result } from '../errors.js';
import { streamName, type Identity } from '../domain/record.js';
import type { Restamp } from '../domain/restamp.js';
import type { Alert } from '../schema/alert.js';
import type { Entry } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import type { ChannelName } from '../schema/message.js';
import { readCursor, writeCursor, type Mark } from './cursor.js';
import { createMoved } from './moved.js';
import { findNewest } from './newest.js';
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

export type DeviceAlert = StoredAlert & { readonly deviceId: string };

export type NewestAlertsQuery = Omit<RangeQuery, 'deviceId'> & {
  readonly deviceIds: readonly string[];
  readonly named?: string | undefined;
};

export type History = {
  readonly locations: (query: RangeQuery) => Promise<Result<Page<Location>>>;
  /** only those with the name `named`, if it is given */
  readonly alerts: (query: RangeQuery & { readonly named?: string | undefined }) => Promise<Result<Page<StoredAlert>>>;
  /** those of several devices, the newest first */
  readonly newestAlerts: (query: NewestAlertsQuery) => Promise<Result<Page<DeviceAlert>>>;
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

  const moved = createMoved(segments, restamps);

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
    let found = (await moved.find(stream, start, to)).filter(isWanted);
    for (const [place, { segment }] of touched.entries()) {
      const own = await segment.read(stream, start, to);
      found = found.concat(own.filter((one) => isWanted(one) && !moved.isMoved(one.entry)));
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
    const after = readCursor(query.cursor, BEGINNING);
    if (after === undefined) return wrongCursor;
    const found = await firstOf(streamName(kind, query.deviceId), query, after, record);
    return success(pageOf(found, query.limit, record));
  }

  async function newestAlerts({ deviceIds, named, ...query }: NewestAlertsQuery): Promise<Result<Page<DeviceAlert>>> {
    const before = readCursor(query.cursor, END);
    if (before === undefined) return wrongCursor;
    const record = (entry: Entry): DeviceAlert | undefined => {
      const alert = alertIn(entry, named);
      return alert && entry.kind === 'alert' ? { ...alert, deviceId: entry.v.deviceId } : undefined;
    };
    const streams = deviceIds.map((deviceId) => streamName('alert', deviceId));
    const isWanted = (entry: Entry): boolean => record(entry) !== undefined;
    const found = await findNewest(segments(), moved, { ...query, streams, before, isWanted });
    return success(pageOf(found, query.limit, record));
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
    alerts: ({ named, ...query }) => tracked(page('alert', query, (entry) => alertIn(entry, named))),
    newestAlerts: (query) => tracked(newestAlerts(query)),
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

const BEGINNING: Mark = { ms: -Infinity, n: 0 };
const END: Mark = { ms: Infinity, n: Infinity };
const wrongCursor = failure('validation_failed', '/cursor is not one that was given out: leave it out to begin anew');

/** Of one more than a page has: that there is another page. */
function pageOf<T>(found: readonly Timed[], limit: number, record: (entry: Entry) => T | undefined): Page<T> {
  const records = found.slice(0, limit).flatMap(({ entry }) => record(entry) ?? []);
  const last = found[limit - 1];
  return found.length > limit && last ? { records, next: writeCursor(last) } : { records };
}

function alertIn(entry: Entry, named: string | undefined): StoredAlert | undefined {
  if (entry.kind !== 'alert') return undefined;
  const { alert, notified } = entry.v;
  if (named !== undefined && !alert.alerts.includes(named)) return undefined;
  return { ...alert, id: String(entry.n), ...(notified && { notified }) };
}
