/**
 * The disk writes of a log, its sorted copy and the snapshots of the state. A card wears by what reaches it: whole pages
 * and the file system's journal, not the bytes of a record. For small appends that are synced one by one this is fifty
 * times as much.
 */

export const PAGE_BYTES = 4_096;
/**
 * What ext4 (4 KiB blocks, data=ordered) adds to its journal per sync: descriptor, inode and commit block; two more blocks
 * for the bitmap and the extents if the file got a new block. Measured as sectors written to a loop device, 2,000 appends
 * each: 300 bytes 13.2 KB in addition to the pages, 3,000 bytes 18.3 KB, 30,000 bytes 20.5 KB.
 */
export const SYNC_BYTES = 3 * PAGE_BYTES;
export const GROWTH_BYTES = 2 * PAGE_BYTES;
/** a name created, changed or removed, and the sync of its folder */
export const NAME_BYTES = SYNC_BYTES + GROWTH_BYTES;

/** Incoming load, measured or assumed. */
export type WriteLoad = {
  /** lines of the log: mostly records, and all other changes */
  readonly entriesPerDay: number;
  /** average line of the log */
  readonly bytesPerEntry: number;
  /** synced writes to the log: one per batch, or per group of appends that arrived during the previous sync */
  readonly writesPerDay: number;
  /** devices, plus those that raise alerts: the index of a segment has a line for each */
  readonly streams: number;
  /** size of a snapshot of the state */
  readonly stateBytes: number;
};

/** As configured under `store`. */
export type StoreSizes = { readonly segmentBytes: number; readonly snapshotBytes: number };

/** Per day. */
export type DailyWear = {
  /** passed to the file system: lines, closed segments sorted with their indexes, snapshots */
  readonly bytes: { readonly log: number; readonly segments: number; readonly snapshots: number };
  readonly syncs: number;
  /** what of it reaches the card, as whole pages plus the ext4 journal; the card's internal write amplification is extra */
  readonly cardBytes: number;
  /** growth of the data folder until `store.retention` limits it */
  readonly growthBytes: number;
};

/** A line of an index: the stream's name and position, and a mark for every 64th entry. */
const INDEX_STREAM_BYTES = 150;
const INDEX_MARK_BYTES = 22;
const ENTRIES_PER_MARK = 64;
/** of an entry's position in the order of arrival; 3 bytes in base64 */
const ORDER_ENTRY_BYTES = 4;

/** Per closed segment: index, order and sorted file are written; names: theirs, the raw file's creation and removal. */
const SEGMENT_FILES = 3;
const SEGMENT_NAMES = 5;

/** The wear of a constant load; sorting and snapshots are spread evenly over the days. */
export function predictWear(load: WriteLoad, { segmentBytes, snapshotBytes }: StoreSizes): DailyWear {
  const { entriesPerDay, bytesPerEntry, writesPerDay, streams, stateBytes } = load;
  const log = entriesPerDay * bytesPerEntry;
  const closed = log / segmentBytes;
  const index = closed * indexBytes(bytesPerEntry === 0 ? 0 : segmentBytes / bytesPerEntry, streams);
  const written = log / snapshotBytes;
  const snapshots = written * stateBytes;
  const replaced = closed * SEGMENT_FILES + written;
  const names = closed * SEGMENT_NAMES + written;
  const grown = writesPerDay === 0 ? 0 : Math.min(1, log / writesPerDay / PAGE_BYTES);
  return {
    bytes: { log, segments: log + index, snapshots },
    syncs: writesPerDay + replaced + names,
    cardBytes:
      // A write starts anywhere in its first page.
      log +
      writesPerDay * (PAGE_BYTES + SYNC_BYTES + grown * GROWTH_BYTES) +
      (log + index + snapshots) +
      replaced * (PAGE_BYTES / 2 + SYNC_BYTES + GROWTH_BYTES) +
      names * NAME_BYTES,
    growthBytes: log + index,
  };
}

function indexBytes(entries: number, streams: number): number {
  const own = Math.min(streams, entries);
  // The last mark of a stream covers half as many entries on average.
  const marks = entries / ENTRIES_PER_MARK + own / 2;
  return own * INDEX_STREAM_BYTES + marks * INDEX_MARK_BYTES + entries * ORDER_ENTRY_BYTES;
}

export const totalBytes = ({ log, segments, snapshots }: DailyWear['bytes']): number => log + segments + snapshots;

/** Lifetime in years of a card that can be fully written `fullWrites` times; Infinity without writes. */
export const lifetimeYears = (
  { bytes, fullWrites }: { readonly bytes: number; readonly fullWrites: number },
  cardBytesPerDay: number,
): number => (bytes * fullWrites) / cardBytesPerDay / 365.25;
