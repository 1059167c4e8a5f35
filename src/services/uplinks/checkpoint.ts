import { storedCursor } from '../../domain/uplinks/cursor.js';
import { messageOf } from '../../errors.js';
import type { Change } from '../../schema/entry.js';
import { CURSOR_LANES } from '../../schema/uplinks/lane.js';
import type { LaneState } from './lane-state.js';
import type { UplinkRun } from './uplink-run.js';

/** Stores how far an uplink has come. */
export type Checkpoint = {
  readonly start: () => void;
  /** Stores at once what has changed since the last time. A store that cannot write is tried again later. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A write for each acknowledgement would double the wear of a card; what a crash repeats, the far side knows by its id. */
const INTERVAL_MS = 30_000;
const MAX_UNSTORED = 1_000;
/** Entries of one append. */
const MAX_CHANGES = 1_000;

/** Cursors and dead letters are stored together: a record that a cursor has passed is acknowledged, or on the list. */
export function createCheckpoint(run: UplinkRun): Checkpoint {
  const { store, timers, logger, settings } = run;
  let last = Promise.resolve();
  let cancel = (): void => undefined;

  async function write(): Promise<void> {
    const changed = CURSOR_LANES.map((lane) => run.lanes[lane]).filter((lane) => hasMoved(run, lane));
    const { deadChanges, otherChanges } = run;
    if (changed.length + deadChanges.length + otherChanges.length === 0) return;
    // With the dead letters of the other lane, so that none is stored before its cursor.
    const lanes = deadChanges.length > 0 ? CURSOR_LANES.map((lane) => run.lanes[lane]) : changed;
    const counts = lanes.map(({ unstored }) => unstored);
    const positions = lanes.map(({ cursor }) => cursor.n);
    const { name } = settings;
    const changes: Change[] = [
      ...deadChanges.map((change): Change => ({ kind: 'uplink-dead-letters', v: { name, ...change } })),
      ...lanes.map((lane) => cursorChange(run, lane)),
      ...otherChanges,
    ];
    run.deadChanges = [];
    run.otherChanges = [];
    try {
      await store.append(changes);
      lanes.forEach((lane, index) => {
        lane.unstored -= counts[index] ?? 0;
        lane.storedN = positions[index] ?? lane.storedN;
      });
    } catch (error) {
      run.deadChanges = [...deadChanges, ...run.deadChanges];
      run.otherChanges = [...otherChanges, ...run.otherChanges];
      logger.debug({ uplink: name, reason: messageOf(error) }, 'position of the uplink not stored, retrying');
    }
  }

  const flush = (): Promise<void> => (last = last.then(write));

  function schedule(): void {
    cancel = timers.after(INTERVAL_MS, () => {
      void flush();
      schedule();
    });
  }

  return {
    start: schedule,
    flush,
    async stop() {
      cancel();
      await flush();
    },
  };
}

/** This many entries without a record of the lane are passed before that is stored: retention waits for the cursor. */
const MAX_PASSED = 1_000;

/** A stopped uplink acknowledges nothing: only a stored acknowledgement ends what is known of its stop. */
const hasMoved = ({ stopReason }: UplinkRun, { unstored, cursor, storedN }: LaneState): boolean =>
  unstored > 0 || (stopReason === null && cursor.n - storedN >= MAX_PASSED);

export const mustStore = (run: UplinkRun): boolean =>
  run.deadChanges.length >= MAX_CHANGES || CURSOR_LANES.some((lane) => run.lanes[lane].unstored >= MAX_UNSTORED);

function cursorChange({ settings, store }: UplinkRun, { lane, cursor, mark }: LaneState): Change {
  const { n, settled } = storedCursor(cursor);
  const generation = store.state.generations.at(-1)?.id ?? '';
  return {
    kind: 'uplink-cursor',
    v: { name: settings.name, lane, n, settled, ...(mark !== undefined && { mark }), generation },
  };
}
