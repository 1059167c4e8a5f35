import { GROWTH_BYTES, NAME_BYTES, PAGE_BYTES, SYNC_BYTES } from '../domain/disk-wear.js';

/** What the store writes: lines of the log, closed segments sorted with their indexes, snapshots. */
type WriteKind = 'log' | 'segments' | 'snapshots';

/** Counts the writes of one kind. */
export type WriteCounter = {
  readonly onWrite: (position: number, length: number) => void;
  /** data and size of a file */
  readonly onSync: () => void;
  /** a folder: its names */
  readonly onFolderSync: () => void;
};

/** Appended since the start. `records`: the entries that are locations or alerts. */
export type AppendTotals = { readonly entries: number; readonly records: number; readonly bytes: number };

/** Written since the start. */
export type WriteTotals = {
  /** passed to the file system */
  readonly bytes: Readonly<Record<WriteKind, number>>;
  /** syncs that had something to write */
  readonly syncs: number;
  /** of the log alone: one per written group of appends */
  readonly logSyncs: number;
  /** what of it reaches a card, as whole pages plus the ext4 journal */
  readonly cardBytes: number;
};

/** The only owner of the totals of a store. */
export type WriteCounters = Readonly<Record<WriteKind, WriteCounter>> & {
  readonly totals: () => WriteTotals;
  readonly appendTotals: () => AppendTotals;
  /** one stored append */
  readonly onAppend: (entries: number, records: number, bytes: number) => void;
};

const pagesTo = (position: number): number => Math.ceil(position / PAGE_BYTES);

export function createWriteCounters(): WriteCounters {
  const totals = { bytes: { log: 0, segments: 0, snapshots: 0 }, syncs: 0, logSyncs: 0, cardBytes: 0 };
  const appended = { entries: 0, records: 0, bytes: 0 };

  function createCounter(kind: WriteKind): WriteCounter {
    let isDirty = false;
    let hasGrown = false;
    return {
      onWrite(position, length) {
        if (length === 0) return;
        const end = pagesTo(position + length);
        isDirty = true;
        hasGrown ||= end > pagesTo(position);
        totals.bytes[kind] += length;
        totals.cardBytes += (end - Math.floor(position / PAGE_BYTES)) * PAGE_BYTES;
      },
      onSync() {
        if (!isDirty) return;
        totals.syncs += 1;
        if (kind === 'log') totals.logSyncs += 1;
        totals.cardBytes += SYNC_BYTES + (hasGrown ? GROWTH_BYTES : 0);
        isDirty = false;
        hasGrown = false;
      },
      onFolderSync() {
        totals.syncs += 1;
        totals.cardBytes += NAME_BYTES;
      },
    };
  }

  return {
    log: createCounter('log'),
    segments: createCounter('segments'),
    snapshots: createCounter('snapshots'),
    totals: () => ({ ...totals, bytes: { ...totals.bytes } }),
    appendTotals: () => ({ ...appended }),
    onAppend(entries, records, bytes) {
      appended.entries += entries;
      appended.records += records;
      appended.bytes += bytes;
    },
  };
}
