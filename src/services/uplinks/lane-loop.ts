import { isFull, settledUpTo } from '../../domain/uplinks/cursor.js';
import { afterBatch, afterRest, nextSendAt, restAfter, type CpuMoment } from '../../domain/uplinks/pace.js';
import { isInWindow } from '../../domain/uplinks/window.js';
import { mustStore, type Checkpoint } from './checkpoint.js';
import { verifyLane } from './conflict.js';
import { advance, goBack, type LaneState } from './lane-state.js';
import type { Candidate, LanePage } from './lane-reader.js';
import { redriveNext } from './redrive.js';
import { divideRefused, listRefused } from './refusals.js';
import { sendBatch } from './send-batch.js';
import { endFault, isConnected, noteFault, noteGone, type UplinkRun } from './uplink-run.js';

/** How often a closed window is looked at, ms. */
const WINDOW_CHECK_MS = 15_000;

/** Forwards one lane until the run is stopped. */
export async function runLane(run: UplinkRun, lane: LaneState, checkpoint: Checkpoint): Promise<void> {
  while (!run.isStopped) {
    try {
      const delay = delayOf(run, lane);
      if (delay > 0) await lane.signal.wait(delay);
      else await step(run, lane, checkpoint);
    } catch (error) {
      // The other lanes, uplinks and ports go on.
      goBack(lane);
      lane.nextAt = run.time.monotonic() + noteFault(run, lane.lane, error);
    }
  }
}

async function step(run: UplinkRun, lane: LaneState, checkpoint: Checkpoint): Promise<void> {
  // What is taken off the list must not be sent twice after a crash.
  const isRedrive = lane.redrives.length > 0;
  if (mustVerify(run, lane)) await verifyLane(run, lane);
  else {
    lane.ownMs = 0;
    if (lane.lane === 'history') await forwardPaced(run, lane);
    else await forwardNext(run, lane);
  }
  endFault(run, lane.lane);
  if (isRedrive || mustStore(run)) await checkpoint.flush();
}

const mustVerify = ({ conflict, stopReason }: UplinkRun, { isVerified }: LaneState): boolean =>
  conflict !== undefined && stopReason === null && !isVerified;

/** ms until something can be done; Infinity: until the lane is woken. */
function delayOf(run: UplinkRun, lane: LaneState): number {
  const now = run.time.monotonic();
  if (mustVerify(run, lane)) return lane.nextAt - now;
  if (run.stopReason !== null || run.conflict !== undefined || !isConnected(run)) return Infinity;
  // The far side has no place for it, as its status reports.
  if (!run.sink.lanes.includes(lane.lane)) advance(lane, [lane.position + 1, run.store.state.n], []);
  const waiting = Math.max(run.waitUntil, lane.nextAt) - now;
  if (waiting > 0) return waiting;
  if (lane.lane === 'history' && !isOpen(run)) return WINDOW_CHECK_MS;
  if (lane.redrives.length > 0) return 0;
  lane.isIdle = lane.position >= run.store.state.n;
  if (lane.isIdle && settledUpTo(lane.cursor) >= lane.position && lane.cursor.settled.length === 0)
    lane.oldestAt = null;
  // What lies beyond this many gaps is read once some of them are closed.
  return lane.isIdle || isFull(lane.cursor) ? Infinity : 0;
}

/** Records behind the newest ones may be sent at this local time. */
export const isOpen = ({ settings, time }: Pick<UplinkRun, 'settings' | 'time'>): boolean =>
  isInWindow(settings.window, time.trustedNow(), time.timeZone);

/** Sends the next records; resolves with their bytes. */
async function forwardNext(run: UplinkRun, lane: LaneState): Promise<number> {
  const [redrive] = lane.redrives;
  if (redrive !== undefined) {
    await redriveNext(run, lane, redrive);
    return 0;
  }
  const limit = run.batchLimit(lane);
  const page = await run.reader.read({
    ...{ lane: lane.lane, after: lane.position, until: run.store.state.n, cursor: lane.cursor, limit },
  });
  lane.ownMs += page.viewMs;
  if (page.gap !== undefined) noteGone(run, page.gap.from, page.gap.to);
  if (page.oldestAt !== null && lane.cursor.settled.length === 0) lane.oldestAt = page.oldestAt;
  const { sent, listed } = divideRefused(run, lane, page.candidates);
  const open = await sendAll(run, lane, sent);
  listRefused(run, lane, listed);
  settlePage(run, lane, page, open);
  return sent.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function sendAll(run: UplinkRun, lane: LaneState, sent: readonly Candidate[]): Promise<readonly number[]> {
  if (sent.length === 0) return [];
  const { open, isWhole } = await sendBatch(run, lane, sent);
  lane.isUnsure = !isWhole;
  return open;
}

/** Everything of the page is settled but what waits for the clock, and what has to be sent again. */
function settlePage(run: UplinkRun, lane: LaneState, page: LanePage, open: readonly number[]): void {
  if (page.held.length > 0) lane.heldBy = run.store.state.untrusted;
  const left = open.length === 0 ? page.held : [...page.held, ...open].sort((a, b) => a - b);
  advance(lane, [page.from, page.to], left);
  if (open.length > 0) goBack(lane);
  else if (page.held.length === 0 && lane.heldBy === undefined) lane.mark = run.sink.mark?.(lane.lane) ?? lane.mark;
}

/** Sends the next records, and rests as long as the gateway has other work, and as the rate of the uplink asks for. */
async function forwardPaced(run: UplinkRun, lane: LaneState): Promise<void> {
  const { settings } = run;
  const begun = cpuMoment(run);
  if (lane.restingFrom !== undefined) lane.load = afterRest(lane.load, lane.restingFrom, begun);
  const bytes = await forwardNext(run, lane);
  const now = cpuMoment(run);
  lane.load = afterBatch(lane.load, begun, now, bytes);
  lane.restingFrom = now;
  const rest = restAfter(lane.load, begun, now, bytes, lane.ownMs);
  lane.nextAt = Math.max(now.at + rest, nextSendAt(lane.nextAt, now.at, bytes, settings.bytesPerSecond));
}

const cpuMoment = ({ time, cpuMs }: UplinkRun): CpuMoment => ({ at: time.monotonic(), cpu: cpuMs() });
