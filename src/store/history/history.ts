import { failure, success, type Result } from '../../errors.js';
import { streamName, type RecordIdentity } from '../../domain/records/record.js';
import type { Restamp } from '../../domain/clock/restamp.js';
import type { Alert } from '../../schema/records/alert.js';
import type { Entry } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { ChannelName } from '../../schema/messages/message.js';
import { decodeCursor, encodeCursor, type PagePosition } from './cursor.js';
import { createRestampedEntries } from './restamped-entries.js';
import { findNewest } from './newest-query.js';
import { compareByTime, type EntryRange, type Segment, type StreamName, type TimedEntry } from '../log/segment.js';

/** Times in ms since 1970, both ends included; at most `limit` records; `cursor` as given back by the page before. */
export type HistoryQuery = {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly cursor?: string;
};

/** Records in order of time; `next` is the cursor of the page that follows, left out on the last one. */
export type HistoryPage<T> = { readonly records: readonly T[]; readonly next?: string };

/** An alert, the number of its entry, by which it is known, and by which ways somebody is told of it. */
export type StoredAlert = Alert & { readonly id: string; readonly notified?: readonly ChannelName[] };

export type DeviceAlert = StoredAlert & { readonly deviceId: string };

export type NewestAlertsQuery = Omit<HistoryQuery, 'deviceId'> & {
  readonly deviceIds: readonly string[];
  readonly alertName?: string | undefined;
};

export type History = {
  readonly locations: (query: HistoryQuery) => Promise<Result<HistoryPage<Location>>>;
  /** only those with the name `named`, if it is given */
  readonly alerts: (
    query: HistoryQuery & { readonly alertName?: string | undefined },
  ) => Promise<Result<HistoryPage<StoredAlert>>>;
  /** those of several devices, the newest first */
  readonly newestAlerts: (query: NewestAlertsQuery) => Promise<Result<HistoryPage<DeviceAlert>>>;
  /**
   * The entries of every kind with these numbers, in order, but for those that are lost; undefined when retention has
   * dropped the first of them already.
   */
  readonly readNumbers: (range: EntryRange) => Promise<readonly Entry[] | undefined>;
  /** Is this very record stored already? Answers at once where no disk is needed, as for every one newer than the rest. */
  readonly hasRecord: (record: RecordIdentity) => boolean | Promise<boolean>;
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
  const pending = new Set<Promise<unknown>>();

  function track<T>(query: Promise<T>): Promise<T> {
    pending.add(query);
    const done = (): boolean => pending.delete(query);
    query.then(done, done);
    return query;
  }

  const restampedEntries = createRestampedEntries(segments, restamps);

  /** The first `limit + 1` entries of the stream in the range, after the cursor. */
  async function findOldest(
    stream: StreamName,
    { from, to, limit }: HistoryQuery,
    after: PagePosition,
    record: (entry: Entry) => unknown,
  ): Promise<TimedEntry[]> {
    const start = Math.max(from, after.ms);
    const overlaps = segments()
      .flatMap((segment) => {
        const span = segment.span(stream);
        return span === undefined || span.to < start || span.from > to ? [] : [{ segment, from: span.from }];
      })
      .sort((a, b) => a.from - b.from);
    const matches = ({ ms, entry }: TimedEntry): boolean =>
      compareByTime({ ms, n: entry.n }, after) > 0 && record(entry) !== undefined;
    let found = (await restampedEntries.find(stream, start, to)).filter(matches);
    for (const [index, { segment }] of overlaps.entries()) {
      const own = await segment.read(stream, start, to);
      found = found.concat(own.filter((one) => matches(one) && !restampedEntries.isRestamped(one.entry)));
      // Whatever the segments to come hold is not earlier than their own beginning.
      const settledUntil = overlaps[index + 1]?.from ?? Infinity;
      if (found.filter(({ ms }) => ms < settledUntil).length > limit) break;
    }
    return found
      .sort((a, b) => compareByTime({ ms: a.ms, n: a.entry.n }, { ms: b.ms, n: b.entry.n }))
      .slice(0, limit + 1);
  }

  async function readPage<T>(
    kind: 'location' | 'alert',
    query: HistoryQuery,
    record: (entry: Entry) => T | undefined,
  ): Promise<Result<HistoryPage<T>>> {
    const after = decodeCursor(query.cursor, START);
    if (after === undefined) return INVALID_CURSOR;
    const found = await findOldest(streamName(kind, query.deviceId), query, after, record);
    return success(toPage(found, query.limit, record));
  }

  async function newestAlerts({
    deviceIds,
    alertName,
    ...query
  }: NewestAlertsQuery): Promise<Result<HistoryPage<DeviceAlert>>> {
    const before = decodeCursor(query.cursor, END);
    if (before === undefined) return INVALID_CURSOR;
    const record = (entry: Entry): DeviceAlert | undefined => {
      const alert = alertOf(entry, alertName);
      return alert && entry.kind === 'alert' ? { ...alert, deviceId: entry.v.deviceId } : undefined;
    };
    const streams = deviceIds.map((deviceId) => streamName('alert', deviceId));
    const matches = (entry: Entry): boolean => record(entry) !== undefined;
    const found = await findNewest(segments(), restampedEntries, { ...query, streams, before, matches });
    return success(toPage(found, query.limit, record));
  }

  async function readNumbers({ from, to }: EntryRange): Promise<Entry[] | undefined> {
    const present = segments();
    if (present[0] === undefined || present[0].first > from) return undefined;
    const found: Entry[] = [];
    for (const segment of present) {
      if (segment.first <= to && segment.last() >= from) found.push(...(await segment.readNumbers({ from, to })));
    }
    return found;
  }

  return {
    readNumbers: (range) => track(readNumbers(range)),
    locations: (query) =>
      track(readPage('location', query, (entry) => (entry.kind === 'location' ? entry.v.location : undefined))),
    alerts: ({ alertName, ...query }) => track(readPage('alert', query, (entry) => alertOf(entry, alertName))),
    newestAlerts: (query) => track(newestAlerts(query)),
    hasRecord(record) {
      const unsure: Promise<boolean>[] = [];
      for (const segment of segments()) {
        const span = segment.span(record.stream);
        if (span === undefined || record.ms < span.from || record.ms > span.to) continue;
        const answer = segment.hasRecord(record);
        if (answer === true) return true;
        if (answer !== false) unsure.push(answer);
      }
      return unsure.length === 0 ? false : track(Promise.all(unsure).then((answers) => answers.includes(true)));
    },
    async settled() {
      await Promise.allSettled(pending);
    },
  };
}

const START: PagePosition = { ms: -Infinity, n: 0 };
const END: PagePosition = { ms: Infinity, n: Infinity };
const INVALID_CURSOR = failure(
  'validation_failed',
  '/cursor is not one that was given out: leave it out to begin anew',
);

/** Of one more than a page has: that there is another page. */
function toPage<T>(
  found: readonly TimedEntry[],
  limit: number,
  record: (entry: Entry) => T | undefined,
): HistoryPage<T> {
  const records = found.slice(0, limit).flatMap(({ entry }) => record(entry) ?? []);
  const last = found[limit - 1];
  return found.length > limit && last ? { records, next: encodeCursor(last) } : { records };
}

function alertOf(entry: Entry, alertName: string | undefined): StoredAlert | undefined {
  if (entry.kind !== 'alert') return undefined;
  const { alert, notified } = entry.v;
  if (alertName !== undefined && !alert.alerts.includes(alertName)) return undefined;
  return { ...alert, id: String(entry.n), ...(notified && { notified }) };
}
