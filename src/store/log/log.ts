import { join } from 'node:path';
import { WaypostError } from '../../errors.js';
import type { Change, Entry } from '../../schema/entry.js';
import { openFileAt, syncFolder } from '../../disk/durable.js';
import { encodeLine, type EntryStamp } from './entry-codec.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { rawName, type ReportLoss } from './segment.js';
import type { WriteCounter } from '../../disk/write-counters.js';
import { describeIoError } from '../io-error.js';

/** How many changes share one sync, unless a single batch has more: no caller waits for a whole flood. */
const MAX_GROUP_CHANGES = 5_000;
/** Beyond this many waiting appends new ones are refused: the disk does not keep up. */
const MAX_PENDING = 20_000;

export type LogClock = { readonly now: () => number; readonly monotonic: () => number; readonly boot: string };

export type LogOptions = {
  readonly folder: string;
  readonly clock: LogClock;
  readonly segmentBytes: number;
  /** number the next entry gets */
  readonly next: number;
  /** the segment to go on with, if there is one with room */
  readonly active?: RawSegment;
  /** entries of one batch, on stable storage now, and how many bytes they take */
  readonly onStored: (entries: readonly Entry[], bytes: number) => void;
  /** a new segment was begun; the former one, if any, is complete */
  readonly onSegmentStarted: (started: RawSegment, complete: RawSegment | undefined) => void;
  /** hears of entries that are damaged when they are read */
  readonly report: ReportLoss;
  /** opens the file of a new segment; a test brings one that fails */
  readonly open?: typeof openFileAt;
  /** hears what is written */
  readonly counter?: WriteCounter;
};

export type Log = {
  /** All the changes or none, in one batch; resolves once they are on stable storage, rejects with `store_unavailable`. */
  readonly append: (changes: readonly Change[]) => Promise<readonly Entry[]>;
  /** Resolves once the disk has answered, whatever it said, in its turn behind what waits already; writes nothing. */
  readonly probe: () => Promise<void>;
  /** why the last write failed; null while writing works */
  readonly problem: () => string | null;
  /** waits for what is under way; nothing can be appended any more */
  readonly close: () => Promise<void>;
};

type PendingAppend = {
  readonly changes: readonly Change[];
  readonly resolve: (entries: readonly Entry[]) => void;
  readonly reject: (error: WaypostError) => void;
};
type Batch = {
  readonly caller: PendingAppend;
  readonly entries: readonly Entry[];
  readonly lengths: readonly number[];
};

/** The log's one writer. Whoever waits while a sync runs shares the next one; a lone caller waits for nobody. */
export function createLog(options: LogOptions): Log {
  const { folder, clock, segmentBytes, onStored, onSegmentStarted, report, open = openFileAt, counter } = options;
  let { next } = options;
  const pending: PendingAppend[] = [];
  let writing: Promise<void> | undefined;
  let segment = options.active;
  /** the last good part of a segment that is not written to any more, until the next one is begun */
  let abandoned: RawSegment | undefined;
  let problem: string | null = null;
  let closed = false;
  /** of the last write, µs since the boot */
  let lastUp = 0;

  /** The segment to write to; begun anew when there is none, it is full, or a failed sync has spoilt it. */
  async function writableSegment(): Promise<RawSegment> {
    if (segment !== undefined && segment.bytes() < segmentBytes) return segment;
    const complete = segment ?? abandoned;
    // An empty segment of the same number can only be what a failed write left: it holds nothing that counts.
    const file = await open(join(folder, rawName(next)), 'w+', counter);
    try {
      await syncFolder(folder, counter);
    } catch (error) {
      await file.close();
      throw error;
    }
    const started = createRawSegment(next, file, report);
    segment = started;
    abandoned = undefined;
    onSegmentStarted(started, complete);
    return started;
  }

  function numberEntries(group: readonly PendingAppend[]): { batches: Batch[]; bytes: Buffer } {
    const at = new Date(clock.now()).toISOString();
    const { boot } = clock;
    // Each write has a stamp of its own: what a crash cut is known by it.
    lastUp = Math.max(Math.round(clock.monotonic() * 1000), lastUp + 1);
    const text: string[] = [];
    let n = next;
    const batches = group.map((caller): Batch => {
      const { changes } = caller;
      const end = changes.length > 1 ? n + changes.length - 1 : undefined;
      const lengths: number[] = [];
      const entries = changes.map((change): Entry => {
        const stamp: EntryStamp =
          end === undefined ? { n, at, boot, up: lastUp / 1000 } : { n, at, boot, up: lastUp / 1000, end };
        const line = encodeLine(stamp, change);
        text.push(line);
        lengths.push(Buffer.byteLength(line));
        n += 1;
        // Spreading both into a new object takes longer than all of the line.
        return Object.assign(stamp, change);
      });
      return { caller, entries, lengths };
    });
    return { batches, bytes: Buffer.from(text.join('')) };
  }

  /** Puts `bytes` on stable storage at the end of the segment given back, or throws with nothing of them counting. */
  async function writeDurably(bytes: Buffer): Promise<RawSegment> {
    const target = await writableSegment();
    try {
      await target.file.write(bytes, target.bytes());
    } catch (error) {
      await target.file.truncate(target.bytes()).catch(() => {
        abandon(target);
      });
      throw error;
    }
    try {
      await target.file.sync();
    } catch (error) {
      // The kernel may have dropped the data and call the next sync a success: this file is not trusted again.
      abandon(target);
      await target.file.truncate(target.bytes()).catch(() => undefined);
      throw error;
    }
    return target;
  }

  /** What counts in the segment ends here; the next one begins with the next number, which voids what follows. */
  function abandon(target: RawSegment): void {
    segment = undefined;
    abandoned = target;
  }

  async function write(group: readonly PendingAppend[]): Promise<void> {
    const { batches, bytes } = numberEntries(group);
    let target: RawSegment;
    try {
      target = await writeDurably(bytes);
    } catch (error) {
      problem = describeIoError(error);
      const refusal = new WaypostError('store_unavailable', 'the store can not write at present: try again', {
        cause: error,
      });
      for (const { reject } of group) reject(refusal);
      return;
    }
    // A sync with nothing to write succeeds on a full disk as well.
    if (bytes.length > 0) problem = null;
    for (const { caller, entries, lengths } of batches) {
      for (const [index, entry] of entries.entries()) target.add(entry, lengths[index] ?? 0);
      next += entries.length;
      const size = lengths.reduce((sum, length) => sum + length, 0);
      if (size > 0) onStored(entries, size);
      caller.resolve(entries);
    }
  }

  async function writePending(): Promise<void> {
    while (pending.length > 0) {
      await write(pending.splice(0, groupSize(pending)));
    }
    writing = undefined;
  }

  const enqueue = (changes: readonly Change[]): Promise<readonly Entry[]> =>
    new Promise((resolve, reject) => {
      pending.push({ changes, resolve, reject });
      // What else this turn of the event loop brings is in the same group.
      writing ??= new Promise((turn) => setImmediate(turn)).then(writePending);
    });

  return {
    append(changes) {
      if (closed) return Promise.reject(new WaypostError('store_unavailable', 'the store is closed'));
      if (pending.length >= MAX_PENDING) {
        return Promise.reject(new WaypostError('store_unavailable', 'the disk does not keep up: try again'));
      }
      return enqueue(changes);
    },
    async probe() {
      // However many wait: a refusal on their account would be ours, and say nothing of the disk.
      if (!closed) await enqueue([]).catch(() => undefined);
    },
    problem: () => problem,
    async close() {
      closed = true;
      await writing;
    },
  };
}

/** How many of those waiting go into one group: at least one. */
function groupSize(pending: readonly PendingAppend[]): number {
  let changes = 0;
  const end = pending.findIndex((one) => (changes += one.changes.length) > MAX_GROUP_CHANGES);
  return end < 0 ? pending.length : Math.max(1, end);
}
