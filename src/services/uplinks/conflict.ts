import { CURSOR_LANES } from '../../schema/uplinks/lane.js';
import type { Pause } from '../../uplinks/sink.js';
import type { LaneState } from './lane-state.js';
import { askRepeated } from './repeated.js';
import { firstUnsettled, stopSending, wakeLanes, type UplinkRun } from './uplink-run.js';

type Stop = Pick<Extract<Pause, { kind: 'stop' }>, 'reason' | 'conflict'>;

/**
 * A person has to act. Before the uplink stops for a conflict, each lane looks for an earlier one: the new generation
 * begins with the first record whose id means another record at the far side, so that one reset is enough.
 */
export function onStop(run: UplinkRun, { reason, conflict }: Stop): void {
  const { sink } = run;
  if (conflict === undefined) {
    stopSending(run, reason, { from: firstUnsettled(run) });
    return;
  }
  if (sink.knowsContent === true || sink.findRepeated === undefined) {
    stopSending(run, reason, { from: Math.min(conflict, firstUnsettled(run)), conflict: true });
    return;
  }
  if (run.conflict !== undefined && run.conflict.n <= conflict) return;
  run.conflict = { n: conflict, reason: run.conflict?.reason ?? reason };
  if (run.stopReason !== null) stopSending(run, run.stopReason, { from: conflict, conflict: true });
  wakeLanes(run);
}

/** A conflict of an earlier run stays one until a new generation has begun, whatever was acknowledged since. */
export function stopAsBefore(run: UplinkRun): void {
  const { conflict, stoppedFrom } = run.position;
  if (conflict !== true || stoppedFrom === undefined) return;
  const reason =
    `the far side has other records under the ids of this store from entry ${stoppedFrom} on: the store was put back to an ` +
    'earlier state; run `waypost uplink reset NAME --new-generation`, so that its new records get numbers of their own';
  stopSending(run, reason, { from: stoppedFrom, conflict });
}

/** Looks for a conflict of this lane below the one that is known; sends nothing. */
export async function verifyLane(run: UplinkRun, lane: LaneState): Promise<void> {
  let after = lane.cursor.n;
  for (let until = untilOf(run); !run.isStopped && after < until; until = untilOf(run)) {
    const { cursor } = lane;
    const page = await run.reader.read({ lane: lane.lane, after, until, cursor, limit: run.batchLimit(lane) });
    const records = page.candidates.map(({ record }) => record);
    const found = records.length === 0 ? undefined : await askRepeated(run, lane, records);
    if (found !== undefined && 'pause' in found) {
      // Without an answer, the conflict that is known counts.
      if (found.pause.kind === 'stop') onStop(run, found.pause);
      break;
    }
    if (page.to <= after) break;
    after = page.to;
  }
  onVerified(run, lane);
}

const untilOf = ({ conflict }: UplinkRun): number => (conflict?.n ?? 0) - 1;

function onVerified(run: UplinkRun, lane: LaneState): void {
  lane.isVerified = true;
  const { conflict, lanes } = run;
  if (conflict === undefined || run.isStopped || CURSOR_LANES.some((name) => !lanes[name].isVerified)) return;
  stopSending(run, conflict.reason, { from: conflict.n, conflict: true });
}
