import { cursorAt } from '../../domain/uplinks/cursor.js';
import { deadKey, type DeadLetters, type DeadRange } from '../../domain/uplinks/dead-letters.js';
import type { LaneState, Redrive } from './lane-state.js';
import { isRefusedDevice } from './refusals.js';
import { sendBatch } from './send-batch.js';
import { noteDead, noteGone, type UplinkRun } from './uplink-run.js';

/** Sends some of the dead letters of one device again, oldest first. */
export async function redriveNext(run: UplinkRun, lane: LaneState, redrive: Redrive): Promise<void> {
  const { deviceId } = redrive;
  const letters = run.deadLetters.get(deadKey(lane.lane, deviceId));
  const range = letters?.ranges.find(([, to]) => to >= redrive.next);
  if (letters === undefined || range === undefined) {
    end(lane, redrive);
    return;
  }
  const after = Math.max(range[0], redrive.next) - 1;
  const page = await run.reader.read({
    ...{ lane: lane.lane, after, until: range[1], cursor: cursorAt(after), limit: run.batchLimit(lane), deviceId },
  });
  if (page.gap !== undefined) noteGone(run, page.gap.from, page.gap.to);
  const sent = await sendBatch(run, lane, page.candidates);
  if (!sent.isWhole) return;
  const refused = page.candidates.filter((_, index) => sent.results[index]?.outcome === 'refused').map(({ n }) => n);
  takeOff(run, lane, { deviceId, letters, range: [after + 1, page.to] }, refused);
  redrive.next = page.to + 1;
  // Nothing has changed there: what follows stays on the list, until it is tried again.
  if (isRefusedDevice(lane.refused.get(deviceId))) end(lane, redrive);
}

const end = (lane: LaneState, redrive: Redrive): void => {
  lane.redrives = lane.redrives.filter((other) => other !== redrive);
};

type TakenOff = {
  readonly deviceId: string;
  readonly letters: DeadLetters;
  readonly range: readonly [from: number, to: number];
};

/** Takes a range off the list, except for the numbers that were refused again. */
function takeOff(run: UplinkRun, { lane }: LaneState, taken: TakenOff, refused: readonly number[]): void {
  const { deviceId, letters, range } = taken;
  const { reason, at } = run.deadLetters.get(deadKey(lane, deviceId)) ?? letters;
  const added = refused.map((n): DeadRange => [n, n, 1]);
  noteDead(run, { lane, deviceId, reason, at, removed: [range], added });
}
