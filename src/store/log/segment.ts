import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { msOf } from '../../domain/clock/instant.js';
import { isAlertOutcome, isRecord, streamName, timeOf, type RecordChange } from '../../domain/records/record.js';
import { errnoOf, WaypostError } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { Entry } from '../../schema/entry.js';
import { misfitIn } from '../../schema/stored/entry-forms.js';
import { shown } from '../../schema/stored/form.js';
import { lossMessages } from '../messages.js';
import type { SizedCache } from './sized-cache.js';
import type { SharedNames } from './sorted/stream-names.js';
import type { WriteCounters } from '../../disk/write-counters.js';

/**
 * The log consists of segments, named by the number of their first entry. A segment is written in order of arrival
 * (`<first>.jsonl`). When it is closed, it is rewritten with the entries of each stream together and in order of time
 * (`<first>.sorted.jsonl`), so that a range of one device is cheap to read.
 */
export type Segment = {
  /** number of the first entry */
  readonly first: number;
  /** number of the last entry; `first - 1` if there is none */
  readonly last: () => number;
  readonly bytes: () => number;
  /** time of its last entry, ms since 1970 */
  readonly lastWrittenAt: () => number;
  /** lost numbers between the first and the last */
  readonly missing: () => readonly EntryRange[];
  /** the times of a stream's earliest and latest entry; undefined: the segment has none of it */
  readonly span: (stream: StreamName) => TimeSpan | undefined;
  /** the size of each stream; omitted while the segment is not sorted */
  readonly streamBytes?: () => Iterable<readonly [stream: StreamName, bytes: number]>;
  /** Writes an index of a previous version again, which later starts read in less time; omitted likewise. */
  readonly renewIndex?: () => Promise<void>;
  /**
   * A stream's entries with `from ≤ ms ≤ to`, in order of time, then number, in slices: a reader may stop at any. `mayHave`:
   * whether these lines may have an entry that is wanted; others are passed over. A segment need not ask.
   */
  readonly read: (
    stream: StreamName,
    from: number,
    to: number,
    mayHave?: (lines: Buffer) => boolean,
  ) => AsyncIterable<readonly TimedEntry[]>;
  /** entries in order of arrival */
  readonly readArrivals: (query: ArrivalQuery) => Promise<Arrivals>;
  /** the segment contains this exact record */
  readonly hasRecord: (record: RecordChange) => boolean | Promise<boolean>;
  /**
   * Checks the lines from this offset on, and reports the damaged ones; resolves with the offset to go on with, or null at
   * the end. Left out: the segment is not complete yet.
   */
  readonly verify?: (offset: number) => Promise<number | null>;
  /** its file fails to be read, or did so since it was last verified */
  readonly isUnreadable?: () => boolean;
  /** Tries to open a segment that could not be opened; undefined: it still cannot. Left out: it is open. */
  readonly reopen?: () => Promise<Segment | undefined>;
  /** no read may be running; the segment cannot be used afterwards */
  readonly close: () => Promise<void>;
};

/** What a store that stays open needs to use a segment again that became readable. */
export type ReadRepeats = {
  /** ms that never step */
  readonly monotonic: () => number;
  /** called with a reported loss that is none any more */
  readonly withdraw: (loss: GatewayMessage) => void;
};

/** The folder of the log, with what reading and writing it reports to. */
export type LogFolder = {
  readonly path: string;
  /** ends the names of files saved as corrupt: `corrupt-<time>`; undefined: the folder is only inspected, never changed */
  readonly corruptSuffix: string | undefined;
  /** called with what is missing or damaged, now and whenever a segment is read */
  readonly report: ReportLoss;
  /** left out: the folder is only inspected, and another process may remove files */
  readonly repeats?: ReadRepeats;
  /** speeds up repeated duplicate checks */
  readonly keyCache?: SizedCache<ReadonlySet<string>>;
  /** speeds up reading in order of arrival */
  readonly orderCache?: SizedCache<ArrivalOrder>;
  readonly lineCache?: SizedCache<LineBlock>;
  /** shared by the indexes of all segments */
  readonly streamNames?: SharedNames;
  /** count what is written */
  readonly writeCounters?: WriteCounters;
};

/** Numbers of entries, both ends included. */
export type EntryRange = { readonly from: number; readonly to: number };

/** The first `limit` entries with these numbers that belong to a wanted stream; `newestFirst`: the last ones, backwards. */
export type ArrivalQuery = EntryRange & {
  readonly wants: (stream: StreamName) => boolean;
  readonly limit: number;
  readonly newestFirst?: true;
  /** ends with the entry whose line reaches this sum */
  readonly maxBytes: number;
};

export type Arrivals = {
  readonly entries: readonly Entry[];
  /** sum of their lines */
  readonly bytes: number;
  /**
   * number of the last entry looked at: the end of the range, or backwards its beginning, unless `limit` or `maxBytes` was
   * reached before
   */
  readonly to: number;
  /** lost numbers up to `to`, or backwards from `to` on, in order */
  readonly lost: readonly EntryRange[];
};

/** Where the entries of a sorted segment are in its file: by number, from the first one on. */
export type ArrivalOrder = {
  /** the offset of each line; `LOST` if the segment has no such entry */
  readonly offsets: Uint32Array;
};

/** The lines of consecutive numbers, by index: in `bytes` from `starts` to `ends`; a lost one is empty. */
export type LineBlock = { readonly bytes: Buffer; readonly starts: Uint32Array; readonly ends: Uint32Array };

/** Called with a description of a loss; the same loss may be reported again. */
export type ReportLoss = (loss: GatewayMessage) => void;

export type LossLog = {
  readonly losses: readonly GatewayMessage[];
  readonly report: ReportLoss;
  /** removes a loss that is none any more */
  readonly withdraw: (loss: GatewayMessage) => void;
};

/** Keeps each loss once, in the order reported; calls `onNew` the first time. */
export function createLossLog(onNew?: ReportLoss): LossLog {
  const losses: GatewayMessage[] = [];
  const known = new Set<string>();
  return {
    losses,
    report(loss) {
      const key = JSON.stringify(loss);
      if (known.has(key)) return;
      known.add(key);
      losses.push(loss);
      onNew?.(loss);
    },
    withdraw(loss) {
      const key = JSON.stringify(loss);
      if (!known.delete(key)) return;
      losses.splice(
        losses.findIndex((one) => JSON.stringify(one) === key),
        1,
      );
    },
  };
}

/** The newest segment has no end yet. */
export function describeEntries({ from, to }: EntryRange): GatewayMessage {
  if (from === to) return lossMessages.entry({ entry: from });
  return to === Infinity ? lossMessages.entriesFrom({ from }) : lossMessages.entries({ from, to });
}

export const describeLoss = ({ from, to }: EntryRange): GatewayMessage =>
  from === to ? lossMessages.entryMissing({ entry: from }) : lossMessages.entriesMissing({ from, to });

/** Counts what does not fit its kind; describes it in one sentence, or not at all if there is nothing. */
export function createMisfitCount(): {
  readonly add: (entry: Entry) => void;
  readonly describe: (fileName: string) => GatewayMessage | undefined;
} {
  let count = 0;
  let first: (file: string) => GatewayMessage | undefined = () => undefined;
  return {
    add(entry) {
      const misfit = misfitIn(entry);
      if (misfit === undefined) return;
      count += 1;
      if (count > 1) return;
      const values = { entry: entry.n, detail: misfit.wrong.trimStart() };
      const name = misfit.kind === '' ? undefined : shown(misfit.kind);
      first = (file) =>
        name === undefined
          ? lossMessages.misfit({ file, ...values })
          : lossMessages.misfitOfKind({ file, ...values, name });
    },
    describe(fileName) {
      const one = first(fileName);
      return one === undefined || count === 1 ? one : lossMessages.misfits({ first: one, others: count - 1 });
    },
  };
}

/**
 * The numbers of a segment span at most this many: memory for all of them is taken at once. A segment has at most 64 MiB, so
 * larger gaps are not those of damage.
 */
export const MAX_SEGMENT_NUMBERS = 16_777_216;

/** The numbers from `first` to `last` that are not in `numbers`, which is sorted. */
export function findMissing(numbers: Iterable<number>, first: number, last: number): EntryRange[] {
  const missing: EntryRange[] = [];
  let next = first;
  for (const n of numbers) {
    if (n > next) missing.push({ from: next, to: n - 1 });
    next = n + 1;
  }
  if (next <= last) missing.push({ from: next, to: last });
  return missing;
}

/** The parts of the ranges from `from` to `to`. */
export const clipRanges = (ranges: readonly EntryRange[], { from, to }: EntryRange): EntryRange[] =>
  ranges
    .map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) }))
    .filter((range) => range.from <= range.to);

/** Sorted, and joined where they touch. */
export function joinRanges(ranges: readonly EntryRange[]): EntryRange[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * Entries that are read together: the locations of a device, its alerts with their outcomes, everything else, or what does
 * not fit its kind.
 */
export type StreamName = string;
export const MISFITS: StreamName = 'misfit';
export type TimeSpan = { readonly from: number; readonly to: number; readonly count: number };
/** `bytes`: length of its line */
export type TimedEntry = { readonly ms: number; readonly entry: Entry; readonly bytes: number };

export const compareByTime = (a: { ms: number; n: number }, b: { ms: number; n: number }): number =>
  a.ms - b.ms || a.n - b.n;

/** The stream an entry belongs to, and its time within it. The outcome of an alert lies next to it. */
export function streamOf(entry: Entry): { readonly stream: StreamName; readonly ms: number } {
  if (isRecord(entry)) return { stream: streamName(entry.kind, entry.v.deviceId), ms: timeOf(entry) };
  if (!isAlertOutcome(entry)) return { stream: misfitIn(entry) === undefined ? 'other' : MISFITS, ms: msOf(entry.at) };
  return { stream: streamName('alert', entry.v.deviceId), ms: msOf(entry.v.dateTime) };
}

const stem = (first: number): string => String(first).padStart(12, '0');
export const rawName = (first: number): string => `${stem(first)}.jsonl`;
export const sortedName = (first: number): string => `${stem(first)}.sorted.jsonl`;
export const orderName = (first: number): string => `${stem(first)}.order.json`;
export const rowsName = (first: number): string => `${stem(first)}.rows.json`;
export const indexName = (first: number): string => `${stem(first)}.index.json`;

/** Both files exist only after a crash between writing the sorted one and removing the raw one. */
export type SegmentFiles = { readonly first: number; readonly raw: boolean; readonly sorted: boolean };

/** For a folder that may not exist. */
export const emptyIfAbsent = (error: unknown): string[] => {
  if (errnoOf(error) === 'ENOENT') return [];
  throw error;
};

const SEGMENT_NAME = /^(\d{12,15})(?:\.sorted)?\.jsonl$/;

/** Undefined: it is not the name of a segment. */
export function numberOfSegment(name: string): number | undefined {
  const [, digits] = SEGMENT_NAME.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * What has the name of a segment and is a folder, a pipe, a socket, a device, or a link to nothing: reading it could wait for
 * ever.
 */
export async function findIrregularSegments(folder: string): Promise<string[]> {
  const names = (await readNames(folder)).filter((name) => SEGMENT_NAME.test(name));
  const irregular: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const isFile = await stat(path).then(
      (stats) => stats.isFile(),
      async () => (await lstat(path).catch(() => undefined))?.isSymbolicLink() !== true,
    );
    if (!isFile) irregular.push(path);
  }
  return irregular;
}

/** The names in the folder of the log, which may not exist yet. */
export async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(async (error: unknown) => {
    if ((await stat(folder).catch(() => undefined))?.isFile() !== true) return emptyIfAbsent(error);
    throw new WaypostError(
      'store_unavailable',
      `${folder} is a file, and should be the folder of the log: move it away, then restore a backup; without one, ` +
        'the next start names what is lost',
      { cause: error },
    );
  });
}

/** The segments in `folder`, oldest first; empty if the folder does not exist. */
export async function findSegments(folder: string): Promise<SegmentFiles[]> {
  const irregular = new Set(await findIrregularSegments(folder));
  const found = await readNames(folder);
  const names = new Set(found.filter((name) => !irregular.has(join(folder, name))));
  const firsts = [...names].flatMap((name) => SEGMENT_NAME.exec(name)?.[1] ?? []);
  return [...new Set(firsts.map(Number))]
    .sort((a, b) => a - b)
    .map((first) => ({ first, raw: names.has(rawName(first)), sorted: names.has(sortedName(first)) }));
}
