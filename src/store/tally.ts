import { GROWTH_BYTES, NAME_BYTES, PAGE_BYTES, SYNC_BYTES } from '../domain/wear.js';

/** What the store writes: lines of the log, closed segments sorted with their indexes, the state. */
export const writtenKinds = ['log', 'segments', 'snapshots'] as const;
export type WrittenKind = (typeof writtenKinds)[number];

/** Hears of every write, where it is made. */
export type Tally = {
  readonly wrote: (position: number, length: number) => void;
  /** data and size of a file */
  readonly synced: () => void;
  /** a folder: its names */
  readonly named: () => void;
};

/** Since the start. */
export type Written = {
  /** handed to the file system */
  readonly bytes: Readonly<Record<WrittenKind, number>>;
  /** those that had something to write */
  readonly syncs: number;
  /** of the log alone: as many as groups of appends were written */
  readonly logSyncs: number;
  /** what reaches a card of it, by whole pages and the journal of ext4 */
  readonly cardBytes: number;
};

export type Tallies = Readonly<Record<WrittenKind, Tally>> & { readonly written: () => Written };

const pagesTo = (position: number): number => Math.ceil(position / PAGE_BYTES);

export function createTallies(): Tallies {
  const bytes: Record<WrittenKind, number> = { log: 0, segments: 0, snapshots: 0 };
  let syncs = 0;
  let logSyncs = 0;
  let cardBytes = 0;

  function tally(kind: WrittenKind): Tally {
    let isDirty = false;
    let hasGrown = false;
    return {
      wrote(position, length) {
        if (length === 0) return;
        const end = pagesTo(position + length);
        isDirty = true;
        hasGrown ||= end > pagesTo(position);
        bytes[kind] += length;
        cardBytes += (end - Math.floor(position / PAGE_BYTES)) * PAGE_BYTES;
      },
      synced() {
        if (!isDirty) return;
        syncs += 1;
        if (kind === 'log') logSyncs += 1;
        cardBytes += SYNC_BYTES + (hasGrown ? GROWTH_BYTES : 0);
        isDirty = false;
        hasGrown = false;
      },
      named() {
        syncs += 1;
        cardBytes += NAME_BYTES;
      },
    };
  }

  return {
    log: tally('log'),
    segments: tally('segments'),
    snapshots: tally('snapshots'),
    written: () => ({ bytes: { ...bytes }, syncs, logSyncs, cardBytes }),
  };
}
