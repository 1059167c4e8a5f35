import { join } from 'node:path';
import { WaypostError } from '../errors.js';
import type { Change, Entry } from '../schema/entry.js';
import { openFileAt, syncFolder } from './durable.js';
import { encodeLine, type Stamp } from './line.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { rawName, type ReportLoss } from './segment.js';
import type { Tally } from './tally.js';
import { troubleOf } from './trouble.js';

/** How many changes share one sync, unless a single batch has more: no caller waits for a whole flood. */
const GROUP_CHANGES = 5_000;
/** Beyond this many waiting appends new ones are refused: the disk does not keep up. */
const MOST_WAITING = 20_000;

export type Stamps = { readonly now: () => number; readonly monotonic: () => number; readonly boot: string };

export type LogOptions = {
  readonly folder: string;
  readonly clock: Stamps;
  readonly segmentBytes: number;
  /** number the next entry gets */
  readonly next: number;
  /** the segment to go on with, if there is one with room */
  readonly active?: RawSegment;
  /** entries of one batch, on stable storage now, and how many bytes they take */
  readonly onStored: (entries: readonly Entry[], bytes: number) => void;
  /** a new segment was begun; the former one, if any, is complete */
  readonly onSegment: (begun: RawSegment, complete: RawSegment | undefined) => void;
  /** hears of entries that are damaged when they are read */
  readonly report: ReportLoss;
  /** opens the file of a new segment; a test brings one that fails */
  readonly open?: typeof openFileAt;
  /** hears what is written */
  readonly tally?: Tally;
};

export type Log = {
  /** All the changes or none, in one batch; resolves once they are on stable storage, rejects with `store_unavailable`. */
  readonly append: (changes: readonly Change[]) => Promise<readonly Entry[]>;
  /** Resolves once the disk has answered, whatever it said, in its turn behind what waits already; writes nothing. */
  readonly probe: () => Promise<void>;
  /** why the last write failed; null while writing works */
  readonly trouble: () => string | null;
  /** waits for what is under way; nothing can be appended any more */
  readonly close: () => Promise<void>;
};

type Waiting = {
  readonly changes: readonly Change[];
  readonly resolve: (entries: readonly Entry[]) => void;
  readonly reject: (error: WaypostError) => void;
};
type Batch = { readonly caller: Waiting; readonly entries: readonly Entry[]; readonly lengths: readonly number[] };

/** The log's one writer. Whoever waits while a sync runs shares the next one; a lone caller waits for nobody. */
export function createLog(options: LogOptions): Log {
  const { folder, clock, segmentBytes, onStored, onSegment, report, open = openFileAt, tally } = options;
  let { next } = options;
  const waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let segment = options.active;
  /** the last good part of a segment that is not written to any more, until the next one is begun */
  let spoilt: RawSegment | undefined;
  let trouble: string | null = null;
  let closed = false;
  /** of the last write, µs since the boot */
  let up = 0;

  /** The segment to write to; begun anew when there is none, it is full, or a failed sync has spoilt it. */
  async function writable(): Promise<RawSegment> {
    if (segment !== undefined && segment.bytes() < segmentBytes) return segment;
    const complete = segment ?? spoilt;
    // An empty segment of the same number can only be what a failed write left: it holds nothing that counts.
    const file = await open(join(folder, rawName(next)), 'w+', tally);
    try {
      await syncFolder(folder, tally);
    } catch (error) {
      await file.close();
      throw error;
    }
    const begun = createRawSegment(next, file, report);
    segment = begun;
    spoilt = undefined;
    onSegment(begun, complete);
    return begun;
  }

  function number(group: readonly Waiting[]): { batches: Batch[]; bytes: Buffer } {
    const at = new Date(clock.now()).toISOString();
    const { boot } = clock;
    // Each write has a stamp of its own: what a crash cut is known by it.
    up = Math.max(Math.round(clock.monotonic() * 1000), up + 1);
    const text: string[] = [];
    let n = next;
    const batches = group.map((caller): Batch => {
      const { changes } = caller;
      const end = changes.length > 1 ? n + changes.length - 1 : undefined;
      const lengths: number[] = [];
      const entries = changes.map((change): Entry => {
        const stamp: Stamp = end === undefined ? { n, at, boot, up: up / 1000 } : { n, at, boot, up: up / 1000, end };
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
  async function store(bytes: Buffer): Promise<RawSegment> {
    const target = await writable();
    try {
      await target.file.write(bytes, target.bytes());
    } catch (error) {
      await target.file.truncate(target.bytes()).catch(() => {
        spoil(target);
      });
      throw error;
    }
    try {
      await target.file.sync();
    } catch (error) {
      // The kernel may have dropped the data and call the next sync a success: this file is not trusted again.
      spoil(target);
      await target.file.truncate(target.bytes()).catch(() => undefined);
      throw error;
    }
    return target;
  }

  /** What counts in the segment ends here; the next one begins with the next number, which voids what follows. */
  function spoil(target: RawSegment): void {
    segment = undefined;
    spoilt = target;
  }

  async function write(group: readonly Waiting[]): Promise<void> {
    const { batches, bytes } = number(group);
    let target: RawSegment;
    try {
      target = await store(bytes);
    } catch (error) {
      trouble = troubleOf(error);
      const refusal = new WaypostError('store_unavailable', 'the store can not write at present: try again', {
        cause: error,
      });
      for (const { reject } of group) reject(refusal);
      return;
    }
    // A sync with nothing to write succeeds on a full disk as well.
    if (bytes.length > 0) trouble = null;
    for (const { caller, entries, lengths } of batches) {
      for (const [place, entry] of entries.entries()) target.add(entry, lengths[place] ?? 0);
      next += entries.length;
      const size = lengths.reduce((sum, length) => sum + length, 0);
      if (size > 0) onStored(entries, size);
      caller.resolve(entries);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await write(waiting.splice(0, groupSize(waiting)));
    }
    writing = undefined;
  }

  const enqueue = (changes: readonly Change[]): Promise<readonly Entry[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ changes, resolve, reject });
      // What else this turn of the event loop brings is in the same group.
      writing ??= new Promise((turn) => setImmediate(turn)).then(run);
    });

  return {
    append(changes) {
      if (closed) return Promise.reject(new WaypostError('store_unavailable', 'the store is closed'));
      if (waiting.length >= MOST_WAITING) {
        return Promise.reject(new WaypostError('store_unavailable', 'the disk does not keep up: try again'));
      }
      return enqueue(changes);
    },
    async probe() {
      // However many wait: a refusal on their account would be ours, and say nothing of the disk.
      if (!closed) await enqueue([]).catch(() => undefined);
    },
    trouble: () => trouble,
    async close() {
      closed = true;
      await writing;
    },
  };
}

/** How many of those waiting go into one group: at least one. */
function groupSize(waiting: readonly Waiting[]): number {
  let changes = 0;
  const end = waiting.findIndex((one) => (changes += one.changes.length) > GROUP_CHANGES);
  return end < 0 ? waiting.length : Math.max(1, end);
}
