import { GROWTH_BYTES, NAME_BYTES, PAGE_BYTES, SYNC_BYTES } from '../domain/disk-wear.js';

/** What the store writes: lines of the log, closed segments sorted with their indexes, the state. */
export const WRITE_KINDS = ['log', 'segments', 'snapshots'] as const;
export type WriteKind = (typeof WRITE_KINDS)[number];

/** Hears of every write, where it is made. */
export type WriteCounter = {
  readonly onWrite: (position: number, length: number) => void;
  /** data and size of a file */
  readonly onSync: () => void;
  /** a folder: its names */
  readonly onFolderSync: () => void;
};

/** Since the start. */
export type WriteTotals = {
  /** handed to the file system */
  readonly bytes: Readonly<Record<WriteKind, number>>;
  /** those that had something to write */
  readonly syncs: number;
  /** of the log alone: as many as groups of appends were written */
  readonly logSyncs: number;
  /** what reaches a card of it, by whole pages and the journal of ext4 */
  readonly cardBytes: number;
};

export type WriteCounters = Readonly<Record<WriteKind, WriteCounter>> & { readonly totals: () => WriteTotals };

const pagesTo = (position: number): number => Math.ceil(position / PAGE_BYTES);

export function createWriteCounters(): WriteCounters {
  const bytes: Record<WriteKind, number> = { log: 0, segments: 0, snapshots: 0 };
  let syncs = 0;
  let logSyncs = 0;
  let cardBytes = 0;

  function createCounter(kind: WriteKind): WriteCounter {
    let isDirty = false;
    let hasGrown = false;
    return {
      onWrite(position, length) {
        if (length === 0) return;
        const end = pagesTo(position + length);
        isDirty = true;
        hasGrown ||= end > pagesTo(position);
        bytes[kind] += length;
        cardBytes += (end - Math.floor(position / PAGE_BYTES)) * PAGE_BYTES;
      },
      onSync() {
        if (!isDirty) return;
        syncs += 1;
        if (kind === 'log') logSyncs += 1;
        cardBytes += SYNC_BYTES + (hasGrown ? GROWTH_BYTES : 0);
        isDirty = false;
        hasGrown = false;
      },
      onFolderSync() {
        syncs += 1;
        cardBytes += NAME_BYTES;
      },
    };
  }

  return {
    log: createCounter('log'),
    segments: createCounter('segments'),
    snapshots: createCounter('snapshots'),
    totals: () => ({ bytes: { ...bytes }, syncs, logSyncs, cardBytes }),
  };
}
