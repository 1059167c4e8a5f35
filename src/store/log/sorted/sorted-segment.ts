import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAlertOutcome, isRecord, keyOf, recordStreamOf, streamName, timeOf } from '../../../domain/records/record.js';
import type { Entry } from '../../../schema/entry.js';
import { fileFault, guardReads, isFileFault } from '../read-guard.js';
import { readFilePast, readPast } from '../salvage.js';
import { damageIn, saveCorruptBytes } from '../save-corrupt.js';
import { openFileAt } from '../../../disk/durable.js';
import { numberAt } from '../entry-codec.js';
import { readLines, type EntryLine } from '../scan.js';
import { inSlices, MAX_BYTES_PER_TURN } from '../slices.js';
import { buildIndex, isSameIndex, readIndex, versionFor, writeIndex, type SegmentIndex } from './segment-index.js';
import { buildOrder, isSameOrder, readOrder, type OrderedSegment } from './arrival-order.js';
import { blocksAt, blocksIn, fileRangeOf, type FileRange } from './index-lookup.js';
import { createSortedArrivals } from './sorted-arrivals.js';
import { verifyLines } from './verify-lines.js';
import {
  describeLoss,
  orderName,
  sortedName,
  streamOf,
  type LogFolder,
  type Segment,
  type StreamName,
  type TimedEntry,
} from '../segment.js';

export type SortedSegment = Segment & {
  /** its name is that of another number, if its file was renamed or exchanged */
  readonly path: string;
  /** reads all of it, not in order of number */
  readonly entries: () => Promise<readonly Entry[]>;
};

/**
 * Opens the sorted segment that is called by the number `name`, by its index; a missing or wrong index is rebuilt from the
 * segment. `next`: the number that the next segment is called by. A file without an entry of its name is that of its first
 * entry: it was renamed, copied or exchanged.
 */
export async function openSortedSegment(folder: LogFolder, name: number, next = Infinity): Promise<SortedSegment> {
  const path = join(folder.path, sortedName(name));
  const stats = await stat(path);
  if (!stats.isFile()) throw fileFault('it is not a regular file');
  const stored = await readIndex(folder.path, name, stats.size, folder.streamNames);
  if (stored !== undefined && (await isOwnFile(path, stored))) return createSortedSegment(folder, stored, path);
  const first = lowestNumber(await readFile(path)) ?? name;
  if (first >= name && first < next) return createSortedSegment(folder, await rebuildIndex(folder, path, name), path);
  const own = await readIndex(folder.path, first, stats.size, folder.streamNames);
  return createSortedSegment(folder, own ?? (await rebuildIndex(folder, path, first)), path);
}

/** More than the number of a line takes. */
const NUMBER_BYTES = 32;

/** False if the file begins with an entry of another segment, of the same size. */
async function isOwnFile(path: string, { first, last }: SegmentIndex): Promise<boolean> {
  try {
    const file = await openFileAt(path, 'r');
    const n = numberAt(await file.read(0, NUMBER_BYTES).finally(file.close), 0);
    return Number.isNaN(n) || (n >= first && n <= last);
  } catch (error) {
    // The reads of the segment report it.
    if (isFileFault(error)) return true;
    throw error;
  }
}

function lowestNumber(bytes: Buffer): number | undefined {
  let lowest = Infinity;
  for (const { entry } of readLines(bytes)) lowest = Math.min(lowest, entry?.n ?? Infinity);
  return lowest === Infinity ? undefined : lowest;
}

/** Reads a whole sorted segment and compares its index; returns what is wrong, or null. */
export async function verifyIndex(folder: string, first: number): Promise<string | null> {
  const bytes = await readFile(join(folder, sortedName(first)));
  const stored = await readIndex(folder, first, bytes.length);
  if (stored === undefined) return 'is missing or damaged';
  return isSameIndex(stored, buildIndex(bytes, first, stored.last).index) ? null : 'does not match it';
}

/**
 * Compares the order of arrival of a sorted segment; returns what is wrong, or null. A missing one is not wrong: it is
 * collected when it is needed.
 */
export async function verifyOrder(folder: string, first: number): Promise<string | null> {
  if (!(await exists(join(folder, orderName(first))))) return null;
  const bytes = await readFile(join(folder, sortedName(first)));
  const index = await readIndex(folder, first, bytes.length);
  // It is compared once the index is repaired.
  if (index === undefined) return null;
  const segment = { first, last: index.last, bytes: bytes.length };
  const stored = await readOrder(folder, segment);
  if (stored === undefined) return 'is damaged';
  return isSameOrder(stored, (await buildOrder(bytes, segment)).order) ? null : 'does not match it';
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Reads the whole segment, rebuilds its index, saves damage as corrupt and reports what is lost. */
async function rebuildIndex(
  { path, corruptSuffix: suffix, report, writeCounters, streamNames }: LogFolder,
  file: string,
  first: number,
  last?: number,
): Promise<SegmentIndex> {
  const { bytes, badPages } = await readFilePast(file);
  const { index, damages, misfits } = buildIndex(bytes, first, last, streamNames);
  // Zeros in place of what cannot be read are not kept, and the next start reads the file again.
  const keep = badPages === 0 ? suffix : undefined;
  for (const loss of await saveCorruptBytes(file, damageIn(bytes), damages, keep)) report(loss);
  for (const range of index.missing) report(describeLoss(range));
  const left = misfits.describe(basename(file));
  if (left !== undefined) report(left);
  // Without the index the next start reads the segment again.
  if (keep !== undefined && file === join(path, sortedName(first)))
    await writeIndex(path, index, writeCounters?.segments).catch(() => undefined);
  return index;
}

async function inPresentForm({ path, writeCounters }: LogFolder, index: SegmentIndex): Promise<SegmentIndex> {
  const version = versionFor(index.streams);
  if (index.version === version) return index;
  await writeIndex(path, { ...index, version }, writeCounters?.segments);
  return { ...index, version };
}

/**
 * Damage in a sorted segment is found when it is read, not at start, whose duration would grow with the history. The file
 * stays unchanged, so that offsets stay valid; its index records what is lost.
 */
export const createSortedSegment = (
  folder: LogFolder,
  opened: SegmentIndex,
  path = join(folder.path, sortedName(opened.first)),
): SortedSegment => guardReads(createUnguarded(folder, opened, path), basename(path), folder);

function createUnguarded(folder: LogFolder, opened: SegmentIndex, path: string): SortedSegment {
  const { first, last, bytes, until } = opened;
  let index = opened;
  let rebuilding: Promise<void> | undefined;

  /** Resolves once damage at these offsets is recorded and reported. */
  async function reportDamage(offsets: readonly number[]): Promise<void> {
    if (offsets.every((offset) => index.damaged.includes(offset))) return;
    rebuilding ??= rebuildIndex(folder, path, first, last)
      .then((found) => {
        index = found;
      })
      .finally(() => {
        rebuilding = undefined;
      });
    await rebuilding;
  }

  /** the valid entries of these lines; reports the others first */
  async function intactEntries(all: Iterable<EntryLine>): Promise<Entry[]> {
    const found = [...all];
    await reportDamage(found.flatMap(({ entry, offset }) => (entry === undefined ? offset : [])));
    return found.flatMap(({ entry }) => entry ?? []);
  }

  async function* read(stream: StreamName, from: number, to: number): AsyncGenerator<readonly TimedEntry[]> {
    const streamIndex = index.streams.get(stream);
    if (streamIndex === undefined || streamIndex.to < from || streamIndex.from > to) return;
    const blocks = blocksIn(streamIndex, fileRangeOf(streamIndex, from, to), MAX_BYTES_PER_TURN);
    yield* readBlocks(path, blocks, { from, to, device: recordStreamOf(stream)?.deviceId, reportDamage });
  }

  const keysInRange = async (block: FileRange): Promise<ReadonlySet<string>> =>
    new Set((await readEntries(path, block, reportDamage)).filter(isRecord).map(keyOf));

  return {
    first,
    path,
    last: () => last,
    bytes: () => bytes,
    lastWrittenAt: () => until,
    missing: () => index.missing,
    span: (stream) => index.streams.span(stream),
    *streamBytes() {
      for (const [stream, { length }] of index.streams.entries()) yield [stream, length] as const;
    },
    read,
    renewIndex: async () => void (index = await inPresentForm(folder, index)),
    entries: async () => intactEntries(readLines((await readFilePast(path)).bytes)),
    readArrivals: createSortedArrivals({
      folder,
      segment: { first, last, bytes },
      path,
      index: () => index,
      reportDamage,
    }),
    hasRecord(record) {
      const ms = timeOf(record);
      const stream = streamName(record.kind, record.v.deviceId);
      const span = index.streams.span(stream);
      if (span === undefined || ms < span.from || ms > span.to) return false;
      const streamIndex = index.streams.get(stream);
      if (streamIndex === undefined) return false;
      const inBlocks = blocksAt(streamIndex, ms).map((block) => {
        const load = (): Promise<ReadonlySet<string>> => keysInRange(block);
        return folder.keyCache?.get(`${first}/${block.start}`, load) ?? load();
      });
      const key = keyOf(record);
      return Promise.all(inBlocks).then((blocks) => blocks.some((keys) => keys.has(key)));
    },
    verify: (offset) => verifyPiece(path, offset, { first, last, bytes }, reportDamage),
    close: () => Promise.resolve(),
  };
}

/** Resolves with the offset to go on with; null: the end. A missing end is damage as well. */
async function verifyPiece(
  path: string,
  offset: number,
  segment: OrderedSegment,
  reportDamage: (offsets: readonly number[]) => Promise<void>,
): Promise<number | null> {
  const file = await openFileAt(path, 'r');
  const { end, bad, isForeign } = await verifyLines(file, offset, segment).finally(file.close);
  if (isForeign) throw fileFault('it has entries of another segment');
  const isCut = end === offset && end < segment.bytes;
  await reportDamage(isCut ? [...bad, end] : bad);
  return isCut || end >= segment.bytes ? null : end;
}

/** The valid entries in the range; reports the others. */
async function readEntries(
  path: string,
  { start, end }: FileRange,
  reportDamage: BlockQuery['reportDamage'],
): Promise<Entry[]> {
  const file = await openFileAt(path, 'r');
  const found: Entry[] = [];
  const bad: number[] = [];
  try {
    for (const { entry, offset } of readLines(await readPast(file, start, end - start))) {
      if (entry === undefined) bad.push(start + offset);
      else found.push(entry);
    }
  } finally {
    await file.close();
  }
  await reportDamage(bad);
  return found;
}

type BlockQuery = {
  readonly from: number;
  readonly to: number;
  /** of the stream; undefined: it has no records */
  readonly device: string | undefined;
  readonly reportDamage: (offsets: readonly number[]) => Promise<void>;
};

/** The entry is of this device, or of none: a file that another program sorted may have others within a stream. */
const isOfDevice = (entry: Entry, device: string | undefined): boolean =>
  isRecord(entry) || isAlertOutcome(entry) ? entry.v.deviceId === device : device === undefined;

/** The valid entries in the time range; reports the others at the end. */
async function* readBlocks(
  path: string,
  blocks: Iterable<FileRange>,
  { from, to, device, reportDamage }: BlockQuery,
): AsyncGenerator<readonly TimedEntry[]> {
  const bad: number[] = [];
  function* entriesOf(bytes: Buffer, start: number): Generator<TimedEntry> {
    for (const { entry, offset, length } of readLines(bytes)) {
      if (entry === undefined) {
        bad.push(start + offset);
        continue;
      }
      const { ms } = streamOf(entry);
      if (ms >= from && ms <= to && isOfDevice(entry, device)) yield { ms, entry, bytes: length };
    }
  }
  const file = await openFileAt(path, 'r');
  try {
    // Reading a block gives others their turn.
    for (const { start, end } of blocks) yield* inSlices(entriesOf(await readPast(file, start, end - start), start));
  } finally {
    await file.close();
    await reportDamage(bad);
  }
}
