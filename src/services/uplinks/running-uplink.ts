import type { Entry } from '../../schema/entry.js';
import { CURSOR_LANES, type CursorLane } from '../../schema/uplinks/lane.js';
import { readDeadKey } from '../../domain/uplinks/dead-letters.js';
import { createCheckpoint } from './checkpoint.js';
import { onStop, stopAsBefore } from './conflict.js';
import { runLane } from './lane-loop.js';
import { goBack, passOver, reconnect, type LaneState } from './lane-state.js';
import { createLiveLane } from './live-lane.js';
import { startRedrive } from './refusals.js';
import { createUplinkRun, isConnected, wakeLanes, type UplinkRun, type UplinkRunOptions } from './uplink-run.js';

/** An uplink that forwards. */
export type RunningUplink = {
  readonly run: UplinkRun;
  /** Forgets what it waits for, and sends the dead letters again; `only`: those of this device. */
  readonly retry: (only?: string) => void;
  /** Stores the position now. */
  readonly flush: () => Promise<void>;
  /** Stores the position; resolves once nothing is in flight. */
  readonly stop: () => Promise<void>;
};

/** Starts the lanes of an uplink, and its sink. */
export function startUplink(options: UplinkRunOptions): RunningUplink {
  const run = createUplinkRun(options);
  const { sink, store } = run;
  const checkpoint = createCheckpoint(run);
  const live = createLiveLane(run);
  let wasConnected = false;
  const wake = (): void => {
    wakeLanes(run);
    live.signal.notify();
  };

  const unsubscribe = store.subscribe((entries) => {
    for (const entry of entries) {
      if (entry.kind === 'location') live.onLocation(entry);
      else if (entry.kind === 'device-removed') sink.removeDevice?.(entry.v.id);
    }
    // What waits for the clock is looked at again.
    const isClock = entries.some(({ kind }) => kind === 'clock');
    for (const lane of CURSOR_LANES) {
      const state = run.lanes[lane];
      if (isClock && state.heldBy !== undefined) goBack(state);
      // A lane that is not idle reads on by itself: waking it for each append would take time of the append.
      if (isClock || (!onlyPasses(state, entries) && state.isIdle)) state.signal.notify();
      // Without a connection, nothing is read that would tell.
      if (!isConnected(run)) state.oldestAt ??= entries.find((entry) => isOfLane(lane, entry))?.at ?? null;
    }
  });

  stopAsBefore(run);
  sink.start(() => {
    const isNow = isConnected(run);
    if (isNow && !wasConnected) {
      run.waitUntil = run.askedUntil;
      for (const lane of CURSOR_LANES) reconnect(run.lanes[lane]);
    }
    wasConnected = isNow;
    const { conflict, reason } = sink.status();
    if (conflict !== undefined && run.stopReason === null) onStop(run, { conflict, reason: reason ?? '' });
    wake();
    run.onChange();
  });
  checkpoint.start();
  for (const lane of CURSOR_LANES) void readOldest(run, run.lanes[lane]);
  const loops = Promise.all([...CURSOR_LANES.map((lane) => runLane(run, run.lanes[lane], checkpoint)), live.run()]);

  return {
    run,
    retry(only) {
      run.failures = 0;
      run.waitUntil = -Infinity;
      run.waitReason = null;
      for (const key of run.deadLetters.keys()) {
        const { lane, deviceId } = readDeadKey(key);
        if (only !== undefined && only !== deviceId) continue;
        run.lanes[lane].refused.delete(deviceId);
        startRedrive(run, run.lanes[lane], deviceId);
      }
      wake();
    },
    flush: checkpoint.flush,
    async stop() {
      run.isStopped = true;
      unsubscribe();
      wake();
      await sink.stop();
      await loops;
      await checkpoint.stop();
    },
  };
}

/** How old is what waits, also if there is no connection yet. */
async function readOldest({ reader, store, isStopped }: UplinkRun, lane: LaneState): Promise<void> {
  const { cursor } = lane;
  const [after, until] = [cursor.n, store.state.n];
  if (isStopped || after >= until) return;
  const limit = { records: 1, bytes: 1 };
  const page = await reader.read({ lane: lane.lane, after, until, cursor, limit }).catch(() => undefined);
  if (lane.cursor === cursor) lane.oldestAt ??= page?.oldestAt ?? null;
}

/** The entries have no record of the lane, which waits for one: it passes them without reading them. */
function onlyPasses(lane: LaneState, entries: readonly Entry[]): boolean {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return true;
  return !entries.some((entry) => isOfLane(lane.lane, entry)) && passOver(lane, first.n, last.n);
}

const isOfLane = (lane: CursorLane, { kind }: Entry): boolean =>
  lane === 'history' ? kind === 'location' : kind === 'alert' || kind === 'alert-acknowledged';
