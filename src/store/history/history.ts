import { setImmediate as nextTurn } from 'node:timers/promises';
import { cursorErrors } from '../../domain/messages.js';
import { success, type Result } from '../../errors.js';
import { acknowledgementOf, withSource, type AcknowledgedEntry } from '../../domain/records/alert.js';
import { viewLocation } from '../../domain/records/location.js';
import { streamName, type RecordChange } from '../../domain/records/record.js';
import type { TripFix } from '../../domain/trips/trip-fix.js';
import type { Restamp } from '../../domain/clock/restamp.js';
import type { Acknowledgement, Alert } from '../../schema/records/alert.js';
import type { Entry } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import type { ChannelName } from '../../schema/messages/message.js';
import { readArrivals, type ArrivalsPage, type ArrivalsQuery } from './arrivals.js';
import { decodeCursor, encodeCursor, type PagePosition } from './cursor.js';
import { createRestampedEntries, type RestampedEntries } from './restamped-entries.js';
import { createRecordFinder } from './record-finder.js';
import { readOthers, type OthersPage, type OthersQuery } from './others.js';
import { readTrack, type TrackQuery } from './track.js';
import { findNewest } from './newest-query.js';
import { MAX_PAGE_BYTES } from '../../domain/records/page-bytes.js';
import { bytesOf, cutPage, pageLength } from './page-length.js';
import { compareByTime, type Segment, type StreamName, type TimedEntry } from '../log/segment.js';

/** Times in ms since 1970, both ends included; at most `limit` records, of 4 MiB; `cursor`: `next` of the previous page. */
export type HistoryQuery = {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly cursor?: string;
  /** earlier entries are left out */
  readonly fromEntry?: number;
};

/** Records in order of time; `next` is the cursor of the next page, omitted on the last one. */
export type HistoryPage<T> = { readonly records: readonly T[]; readonly next?: string };

/** An alert with the number of its entry as id, the channels that sent a notification of it, and who acknowledged it. */
export type StoredAlert = Alert & {
  readonly id: string;
  readonly sent?: readonly ChannelName[];
  readonly acknowledged?: Acknowledgement;
};

export type DeviceAlert = StoredAlert & { readonly deviceId: string };

/** Selects alerts; `rule`: the id of the alert rule that raised it. */
export type WantedAlert = (alert: Alert, rule: string | undefined) => boolean;

/** Like HistoryQuery, for several devices. */
export type NewestAlertsQuery = {
  readonly deviceIds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly cursor?: string;
  readonly wanted?: WantedAlert | undefined;
  /** only those that need a person, or only the others */
  readonly attention?: boolean | undefined;
  /** earlier entries of the device are left out */
  readonly fromEntry?: (deviceId: string) => number;
};

export type History = {
  readonly locations: (query: HistoryQuery) => Promise<Result<HistoryPage<Location>>>;
  readonly alerts: (
    query: HistoryQuery & { readonly wanted?: WantedAlert | undefined },
  ) => Promise<Result<HistoryPage<StoredAlert>>>;
  /** of several devices, newest first */
  readonly newestAlerts: (query: NewestAlertsQuery) => Promise<Result<HistoryPage<DeviceAlert>>>;
  /** The fixes of a device without what trips do not need; a query runs until the reader is done with it. */
  readonly track: (query: TrackQuery) => AsyncIterable<readonly TripFix[]>;
  /** A page of entries in order of arrival. */
  readonly readArrivals: (query: ArrivalsQuery) => Promise<ArrivalsPage>;
  /** A page of the entries that are neither records nor their outcomes, newest first. */
  readonly readOthers: <T>(query: OthersQuery<T>) => Promise<OthersPage<T>>;
  /** number of the oldest entry that is kept; undefined: there is none */
  readonly firstNumber: () => number | undefined;
  /** This exact record is stored. Synchronous if no disk access is needed, as for every record newer than the others. */
  readonly hasRecord: (record: RecordChange) => boolean | Promise<boolean>;
  /** Resolves once every running query is done; the segments that it reads can be closed then. */
  readonly settled: () => Promise<void>;
};

type HistorySource = {
  readonly segments: () => readonly Segment[];
  readonly restamps: () => readonly Restamp[];
  readonly restamped: RestampedEntries;
};

/** `segments`: all segments, oldest first; `restamps`: by how much clocks were wrong. Both are called for every query. */
export function createHistory(
  segments: () => readonly Segment[],
  restamps: () => readonly Restamp[] = () => [],
): History {
  const source: HistorySource = { segments, restamps, restamped: createRestampedEntries(segments, restamps) };
  const findRecord = createRecordFinder(segments);
  const pending = new Set<Promise<unknown>>();

  function track<T>(query: Promise<T>): Promise<T> {
    pending.add(query);
    const done = (): boolean => pending.delete(query);
    query.then(done, done);
    return query;
  }

  return {
    readArrivals: (query) => track(readArrivals(segments(), query)),
    readOthers: (query) => track(readOthers(segments(), query)),
    firstNumber: () => segments()[0]?.first,
    locations: (query) => track(readPage(source, 'location', query, locationOf)),
    async *track(query) {
      let end = (): void => undefined;
      void track(new Promise<void>((resolve) => (end = resolve)));
      try {
        yield* readTrack(segments(), source.restamped, query);
      } finally {
        end();
      }
    },
    alerts: ({ wanted, ...query }) => track(readAlerts(source, query, wanted)),
    newestAlerts: (query) => track(readNewestAlerts(source, query)),
    hasRecord(record) {
      const found = findRecord(record);
      return typeof found === 'boolean' ? found : track(found);
    },
    async settled() {
      await Promise.allSettled(pending);
    },
  };
}

async function readPage<T>(
  source: HistorySource,
  kind: 'location' | 'alert',
  query: HistoryQuery,
  record: (entry: Entry) => T | undefined,
  onRead?: (entry: Entry) => void,
): Promise<Result<HistoryPage<T>>> {
  const after = decodeCursor(query.cursor, START);
  if (after === undefined) return cursorErrors.invalid('/cursor');
  const found = await findOldest(source, streamName(kind, query.deviceId), query, after, record, onRead);
  return success(await toPage(found, query.limit, record));
}

async function readAlerts(
  source: HistorySource,
  query: HistoryQuery,
  wanted: WantedAlert | undefined,
): Promise<Result<HistoryPage<StoredAlert>>> {
  const outcomes = createOutcomes(source.restamps());
  const page = await readPage(source, 'alert', query, (entry) => alertOf(entry, wanted), outcomes.add);
  return page.ok ? success({ ...page.value, records: page.value.records.map(outcomes.addTo) }) : page;
}

type Outcomes = {
  readonly add: (entry: Entry) => void;
  readonly addTo: <A extends StoredAlert>(alert: A) => A;
};

/** Collects the outcomes of alerts: they lie next to their alerts, so what reads an alert reads its outcomes. */
function createOutcomes(restamps: readonly Restamp[]): Outcomes {
  const sentById = new Map<string, Set<ChannelName>>();
  const acknowledgedById = new Map<string, AcknowledgedEntry>();
  return {
    add: (entry) => {
      if (entry.kind === 'alert-notified') {
        const { id, channel } = entry.v;
        sentById.set(id, (sentById.get(id) ?? new Set()).add(channel));
      }
      if (entry.kind === 'alert-acknowledged') acknowledgedById.set(entry.v.id, entry);
    },
    addTo: (alert) => {
      const sent = sentById.get(alert.id);
      const acknowledged = acknowledgedById.get(alert.id);
      if (sent === undefined && acknowledged === undefined) return alert;
      return {
        ...alert,
        ...(sent !== undefined && { sent: [...sent] }),
        ...(acknowledged !== undefined && { acknowledged: acknowledgementOf(acknowledged, restamps) }),
      };
    },
  };
}

/** The entries of a page of the stream in the range, after the cursor, and one more if there is a next page. */
async function findOldest(
  { segments, restamped }: HistorySource,
  stream: StreamName,
  { from, to, limit, fromEntry = 0 }: HistoryQuery,
  after: PagePosition,
  record: (entry: Entry) => unknown,
  onRead?: (entry: Entry) => void,
): Promise<TimedEntry[]> {
  const start = Math.max(from, after.ms);
  const overlaps = segments()
    .flatMap((segment) => {
      const span = segment.span(stream);
      return span === undefined || span.to < start || span.from > to ? [] : [{ segment, from: span.from }];
    })
    .sort((a, b) => a.from - b.from);
  const matches = ({ ms, entry }: TimedEntry): boolean => {
    onRead?.(entry);
    return entry.n >= fromEntry && compareByTime({ ms, n: entry.n }, after) > 0 && record(entry) !== undefined;
  };
  const isWanted = (candidate: TimedEntry): boolean => matches(candidate) && !restamped.isRestamped(candidate.entry);
  let found = (await restamped.find(stream, start, to)).filter(matches);
  let foundBytes = bytesOf(found);
  for (const [index, { segment }] of overlaps.entries()) {
    foundBytes += await readUntilFull(segment.read(stream, start, to), limit, isWanted, found);
    if (foundBytes <= MAX_PAGE_BYTES && found.length <= limit) continue;
    found = oldestOf(found, limit);
    foundBytes = bytesOf(found);
    // The entries of the remaining segments are not earlier than the start of the next one.
    const completeUntil = overlaps[index + 1]?.from ?? Infinity;
    if (found.length > pageLength(found, limit) && (found.at(-1)?.ms ?? Infinity) < completeUntil) break;
  }
  return oldestOf(found, limit);
}

const oldestOf = (found: TimedEntry[], limit: number): TimedEntry[] =>
  cutPage(
    found.sort((a, b) => compareByTime({ ms: a.ms, n: a.entry.n }, { ms: b.ms, n: b.entry.n })),
    limit,
  );

/** Adds wanted entries to `found`, as many as fill a page; resolves with their bytes. */
async function readUntilFull(
  slices: AsyncIterable<readonly TimedEntry[]>,
  limit: number,
  isWanted: (candidate: TimedEntry) => boolean,
  found: TimedEntry[],
): Promise<number> {
  let count = 0;
  let bytes = 0;
  let last = Infinity;
  for await (const slice of slices) {
    for (const candidate of slice) {
      if (!isWanted(candidate)) continue;
      found.push(candidate);
      count += 1;
      bytes += candidate.bytes;
      if (last === Infinity && (count > limit || bytes > MAX_PAGE_BYTES)) last = candidate.ms;
    }
    // The outcomes of an alert have its time.
    if ((slice.at(-1)?.ms ?? -Infinity) > last) break;
  }
  return bytes;
}

async function readNewestAlerts(
  { segments, restamps, restamped }: HistorySource,
  { deviceIds, wanted, attention, fromEntry = () => 0, ...query }: NewestAlertsQuery,
): Promise<Result<HistoryPage<DeviceAlert>>> {
  const before = decodeCursor(query.cursor, END);
  if (before === undefined) return cursorErrors.invalid('/cursor');
  const matches = (entry: Entry): boolean =>
    isAlert(entry, wanted) &&
    (attention === undefined || attention === (entry.v.alert.attention === true)) &&
    entry.n >= fromEntry(entry.v.deviceId);
  const record = (entry: Entry): DeviceAlert | undefined =>
    entry.kind === 'alert'
      ? { ...withSource(entry.v.alert, entry.v.source), id: String(entry.n), deviceId: entry.v.deviceId }
      : undefined;
  const streams = deviceIds.map((deviceId) => streamName('alert', deviceId));
  const outcomes = createOutcomes(restamps());
  const search = { ...query, streams, before, matches, onRead: outcomes.add };
  const page = await toPage(await findNewest(segments(), restamped, search), query.limit, record);
  return success({ ...page, records: page.records.map(outcomes.addTo) });
}

const START: PagePosition = { ms: -Infinity, n: 0 };
const END: PagePosition = { ms: Infinity, n: Infinity };

/** Records made per turn of the event loop: some ms. */
const MAX_RECORDS_PER_TURN = 2_000;

/** `found` has one entry more than the page if there is a next page. */
async function toPage<T>(
  found: readonly TimedEntry[],
  limit: number,
  record: (entry: Entry) => T | undefined,
): Promise<HistoryPage<T>> {
  const length = pageLength(found, limit);
  const records: T[] = [];
  for (let from = 0; from < length; from += MAX_RECORDS_PER_TURN) {
    if (from > 0) await nextTurn();
    const to = Math.min(from + MAX_RECORDS_PER_TURN, length);
    for (const { entry } of found.slice(from, to)) {
      const made = record(entry);
      if (made !== undefined) records.push(made);
    }
  }
  const last = found[length - 1];
  return found.length > length && last ? { records, next: encodeCursor(last) } : { records };
}

const isAlert = (entry: Entry, wanted: WantedAlert | undefined): entry is Extract<Entry, { kind: 'alert' }> =>
  entry.kind === 'alert' && (wanted === undefined || wanted(entry.v.alert, entry.v.source.rule));

const locationOf = (entry: Entry): Location | undefined =>
  entry.kind === 'location' ? viewLocation(entry.v) : undefined;

const alertOf = (entry: Entry, wanted: WantedAlert | undefined): StoredAlert | undefined =>
  isAlert(entry, wanted) ? { ...withSource(entry.v.alert, entry.v.source), id: String(entry.n) } : undefined;
