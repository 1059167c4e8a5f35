/**
 * What a log, its sorted copy and the snapshots of the state cost a disk. A card wears by what reaches it, and that is
 * whole pages and the journal of the file system, not the bytes of a record: of small appends that are synced one by one
 * it is fifty times as much.
 */

export const PAGE_BYTES = 4_096;
/**
 * What ext4 (4 KiB blocks, data=ordered) adds to its journal for one sync: descriptor, inode and commit block; two
 * blocks more for the bitmap and the extents when the file has got a new block. Measured as the sectors a loop device
 * was written, 2,000 appends each: 300 bytes 13.2 KB beside the pages, 3,000 bytes 18.3 KB, 30,000 bytes 20.5 KB.
 */
export const SYNC_BYTES = 3 * PAGE_BYTES;
export const GROWTH_BYTES = 2 * PAGE_BYTES;
/** a name that was made, changed or removed, and its folder synced */
export const NAME_BYTES = SYNC_BYTES + GROWTH_BYTES;

/** What comes in; all of it measured, or assumed for a depot that is planned. */
export type WriteLoad = {
  /** lines of the log: mostly records, and what else changes */
  readonly entriesPerDay: number;
  /** of a line of the log */
  readonly bytesPerEntry: number;
  /** writes to the log, each with its sync: a batch is one, and so is what came while the one before was synced */
  readonly writesPerDay: number;
  /** devices, and one more for each that raises alerts: the index of a segment has a line for each */
  readonly streams: number;
  /** of a snapshot of the state */
  readonly stateBytes: number;
};

/** As in the configuration, `store`. */
export type StoreSizes = { readonly segmentBytes: number; readonly snapshotBytes: number };

/** A day's. */
export type DailyWear = {
  /** handed to the file system: lines, closed segments written again sorted with their indexes, snapshots */
  readonly bytes: { readonly log: number; readonly segments: number; readonly snapshots: number };
  readonly syncs: number;
  /** what reaches the card of it, by whole pages and the journal of ext4; what the card moves about itself comes on top */
  readonly cardBytes: number;
  /** by how much the data folder grows until `store.retention` holds it */
  readonly growthBytes: number;
};

/** A line of an index: the name of the stream and where it stands, and a mark for every 64th entry. */
const INDEX_STREAM_BYTES = 150;
const INDEX_MARK_BYTES = 22;
const ENTRIES_PER_MARK = 64;

/** What a closed segment costs: a name when it is begun; index and sorted file are written, named; the raw one goes. */
const SEGMENT_FILES = 2;
const SEGMENT_NAMES = 4;

/** The wear of an even load, what is done now and then (sorting, snapshots) spread over the days. */
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
      // A write of a byte or more lies anywhere in its first page.
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
  // The last stretch of a stream is half as long as the others.
  return own * INDEX_STREAM_BYTES + (entries / ENTRIES_PER_MARK + own / 2) * INDEX_MARK_BYTES;
}

export const totalBytes = ({ log, segments, snapshots }: DailyWear['bytes']): number => log + segments + snapshots;

/** How long a card lasts, in years, that can be written `fullWrites` times from end to end; Infinity where nothing is. */
export const lifetimeYears = (
  { bytes, fullWrites }: { readonly bytes: number; readonly fullWrites: number },
  cardBytesPerDay: number,
): number => (bytes * fullWrites) / cardBytesPerDay / 365.25;
