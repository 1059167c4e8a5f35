import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import { syncFolder } from './durable.js';
import type { RawSegment } from './raw-segment.js';
import { expendable, type Retention } from './retention.js';
import { indexName, rawName, sortedName, type LogFolder, type Segment } from './segment.js';
import { sortSegment } from './sorted-segment.js';

/** What is done behind the writers' back, one after the other. Each may fail: the log has it all, it is done later. */
export type Chores = {
  /** writes the state, so that a start need not read the log before it */
  readonly snapshot: () => void;
  /** rewrites a complete segment sorted */
  readonly sort: (raw: RawSegment) => void;
  /** drops the segments that retention lets go */
  readonly retain: () => void;
  /** resolves once all of them so far are done */
  readonly done: () => Promise<void>;
};

export type ChoresOptions = {
  readonly logFolder: LogFolder;
  readonly retention: Retention;
  readonly now: () => number;
  readonly logger: Logger;
  /** writes the snapshot; resolves with the number of its last entry */
  readonly writeSnapshot: () => Promise<number>;
  /** the last entry of the snapshot, and of the one before it, as found at start */
  readonly covered: readonly [present: number, former: number];
  readonly segments: () => readonly Segment[];
  readonly replace: (segment: Segment, by: readonly Segment[]) => void;
  /** resolves once no query reads a segment that was replaced */
  readonly settled: () => Promise<void>;
};

export function createChores(options: ChoresOptions): Chores {
  const { logFolder, retention, now, logger, writeSnapshot, segments, replace, settled } = options;
  let [present, former] = options.covered;
  let last = Promise.resolve();

  const chore = (what: string, work: () => Promise<void>): void => {
    last = last.then(work).catch((error: unknown) => {
      logger.warn({ reason: messageOf(error) }, `${what} failed; it is done later`);
    });
  };

  async function drop(segment: Segment): Promise<void> {
    replace(segment, []);
    await settled();
    await segment.close();
    // The segment goes before its index: an index without a segment says nothing.
    for (const name of [sortedName, rawName, indexName])
      await rm(join(logFolder.path, name(segment.first)), { force: true });
  }

  return {
    snapshot() {
      chore('writing state.json', async () => {
        const n = await writeSnapshot();
        [present, former] = [n, present];
      });
    },
    sort(raw) {
      chore(`sorting the segment of entry ${raw.first}`, async () => {
        // Retention may have dropped it meanwhile: its descriptor is closed, and may be that of another file by now.
        if (!segments().includes(raw)) return;
        const sorted = await sortSegment(logFolder, raw);
        replace(raw, [sorted]);
        await settled();
        await raw.close();
        await unlink(raw.file.path);
        await syncFolder(logFolder.path, logFolder.tallies?.segments);
      });
    },
    retain() {
      chore('dropping old segments', async () => {
        const going = expendable(segments(), retention, Math.min(present, former), now());
        for (const segment of going) await drop(segment);
        if (going.length === 0) return;
        await syncFolder(logFolder.path, logFolder.tallies?.segments);
        logger.info({ upTo: going.at(-1)?.last() }, 'old history was dropped by store.retention');
      });
    },
    done: () => last,
  };
}
