import { join } from 'node:path';
import { errnoOf } from '../../errors.js';
import { createLossLog } from '../log/segment.js';
import { latestValidState, readSnapshotFiles, type SnapshotFile } from '../state/snapshot.js';
import type { State } from '../state/state.js';
import { scanSegments, type LogScan } from '../log/scan-segments.js';

/** A data folder as it is found, without a lock: a gateway may be running on it. */
export type Inspection = LogScan & {
  readonly snapshots: readonly SnapshotFile[];
  /** the newest snapshot that holds */
  readonly state: State;
} & ReturnType<typeof createLossLog>;

/** A gateway sorts and drops segments and writes snapshots while it is looked at. */
const MAX_TRIES = 100;

/** Looks until snapshot and log belong together and no file has gone meanwhile. */
export async function inspect(folder: string, suffix?: string): Promise<Inspection> {
  for (let tries = 1; ; tries++) {
    try {
      const snapshots = await readSnapshotFiles(folder);
      const state = latestValidState(snapshots);
      const lossLog = createLossLog();
      const found = await scanSegments(
        { path: join(folder, 'log'), corruptSuffix: suffix, report: lossLog.report },
        state.n,
      );
      // What a newer snapshot covers may have been dropped: it would look lost.
      if (latestValidState(await readSnapshotFiles(folder)).n === state.n || tries === MAX_TRIES) {
        return { ...found, ...lossLog, snapshots, state };
      }
      for (const segment of found.segments) await segment.close();
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || tries === MAX_TRIES) throw error;
    }
  }
}
