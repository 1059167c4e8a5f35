import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { syncFolder } from '../../disk/durable.js';
import type { RawSegment } from './raw-segment.js';
import { segmentsToDrop, type Retention } from './retention.js';
import { indexName, rawName, sortedName, type LogFolder, type Segment } from './segment.js';
import { sortSegment } from './sorted-segment.js';

/** What is done behind the writers' back, one after the other. Each may fail: the log has it all, it is done later. */
export type Maintenance = {
  /** writes the state, so that a start need not read the log before it */
  readonly writeSnapshot: () => void;
  /** rewrites a complete segment sorted */
  readonly sortSegment: (raw: RawSegment) => void;
  /** drops the segments that retention lets go */
  readonly applyRetention: () => void;
  /** resolves once all of them so far are done */
  readonly done: () => Promise<void>;
};

export type MaintenanceOptions = {
  readonly logFolder: LogFolder;
  readonly retention: Retention;
  readonly now: () => number;
  readonly logger: Logger;
  /** writes the snapshot; resolves with the number of its last entry */
  readonly saveState: () => Promise<number>;
  /** the last entry of the snapshot, and of the one before it, as found at start */
  readonly covered: readonly [present: number, former: number];
  readonly segments: () => readonly Segment[];
  readonly replace: (segment: Segment, by: readonly Segment[]) => void;
  /** resolves once no query reads a segment that was replaced */
  readonly queriesDone: () => Promise<void>;
};

export function createMaintenance(options: MaintenanceOptions): Maintenance {
  const { logFolder, retention, now, logger, saveState, segments, replace, queriesDone } = options;
  let [current, previous] = options.covered;
  let last = Promise.resolve();

  const runTask = (what: string, work: () => Promise<void>): void => {
    last = last.then(work).catch((error: unknown) => {
      logger.warn({ reason: messageOf(error) }, `${what} failed; it is done later`);
    });
  };

  async function drop(segment: Segment): Promise<void> {
    replace(segment, []);
    await queriesDone();
    await segment.close();
    // The segment goes before its index: an index without a segment says nothing.
    for (const name of [sortedName, rawName, indexName])
      await rm(join(logFolder.path, name(segment.first)), { force: true });
  }

  return {
    writeSnapshot() {
      runTask('writing state.json', async () => {
        const n = await saveState();
        [current, previous] = [n, current];
      });
    },
    sortSegment(raw) {
      runTask(`sorting the segment of entry ${raw.first}`, async () => {
        // Retention may have dropped it meanwhile: its descriptor is closed, and may be that of another file by now.
        if (!segments().includes(raw)) return;
        const sorted = await sortSegment(logFolder, raw);
        replace(raw, [sorted]);
        await queriesDone();
        await raw.close();
        await unlink(raw.file.path);
        await syncFolder(logFolder.path, logFolder.writeCounters?.segments);
      });
    },
    applyRetention() {
      runTask('dropping old segments', async () => {
        const dropped = segmentsToDrop(segments(), retention, Math.min(current, previous), now());
        for (const segment of dropped) await drop(segment);
        if (dropped.length === 0) return;
        await syncFolder(logFolder.path, logFolder.writeCounters?.segments);
        logger.info({ upTo: dropped.at(-1)?.last() }, 'old history was dropped by store.retention');
      });
    },
    done: () => last,
  };
}
