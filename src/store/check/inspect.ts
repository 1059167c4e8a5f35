import { join } from 'node:path';
import { errnoOf } from '../../errors.js';
import { createLossLog } from '../log/segment.js';
import { latestValidState, readSnapshotFiles, type SnapshotFile } from '../state/snapshot.js';
import type { State } from '../state/state.js';
import { createSharedNames } from '../log/sorted/stream-names.js';
import { scanSegments, type LogScan, type OnTail } from '../log/scan-segments.js';

/** A data folder as found, without a lock: a gateway may be running on it. */
export type Inspection = LogScan & {
  readonly snapshots: readonly SnapshotFile[];
  /** the newest valid snapshot, with what `createFold` made of the log after it */
  readonly state: State;
} & ReturnType<typeof createLossLog>;

/** A running gateway sorts and drops segments and writes snapshots during the inspection. */
const MAX_TRIES = 100;

export type InspectOptions = {
  /** missing indexes are rebuilt and saved */
  readonly suffix?: string | undefined;
  /** gives what applies the entries after the snapshot to its state; left out: nothing does */
  readonly createFold?: (state: State) => OnTail;
  /** a larger state.json is not read: `StateTooLarge` */
  readonly maxBytes?: number;
};

/** Repeats until snapshot and log belong together and no file disappeared meanwhile. */
export async function inspect(
  folder: string,
  { suffix, createFold, maxBytes }: InspectOptions = {},
): Promise<Inspection> {
  for (let tries = 1; ; tries++) {
    try {
      const snapshots = await readSnapshotFiles(folder, maxBytes);
      const state = latestValidState(snapshots);
      const { n } = state;
      const lossLog = createLossLog();
      const misfits = snapshots.find((one) => one.state !== null)?.misfits;
      if (misfits !== undefined) lossLog.report(misfits);
      const found = await scanSegments(
        {
          ...{ path: join(folder, 'log'), corruptSuffix: suffix, report: lossLog.report },
          // Names of its own for each segment would take most of the memory.
          streamNames: createSharedNames(),
        },
        state,
        createFold?.(state) ?? (() => undefined),
      );
      // Retention may have dropped what a newer snapshot covers: it would be misreported as lost.
      if (latestValidState(await readSnapshotFiles(folder)).n === n || tries === MAX_TRIES) {
        return { ...found, ...lossLog, snapshots, state };
      }
      for (const segment of found.segments) await segment.close();
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || tries === MAX_TRIES) throw error;
    }
  }
}
