import { addingRefused, deadKey, MAX_DEAD_DEVICES, type DeadRange } from '../../domain/uplinks/dead-letters.js';
import { CURSOR_LANES } from '../../schema/uplinks/lane.js';
import type { RecordResult } from '../../schema/uplinks/send-result.js';
import type { Candidate } from './lane-reader.js';
import type { LaneState, RefusedRun } from './lane-state.js';
import { noteDead, type UplinkRun } from './uplink-run.js';

/** This many records of a device refused in a row: it is the device that is refused, as one that the far side does not know. */
const MAX_RUN = 3;
/** A device that is refused is tried with one record after this time; doubled each time, up to an hour. */
const MIN_TRY_MS = 60_000;
const MAX_TRY_MS = 3_600_000;

export const isRefusedDevice = (run: RefusedRun | undefined): run is RefusedRun =>
  run !== undefined && run.run >= MAX_RUN;

/** No further device fits on the list: what the far side refuses of it waits. */
export const isListFull = ({ deadLetters }: UplinkRun, lane: LaneState, deviceId: string): boolean =>
  deadLetters.size >= MAX_DEAD_DEVICES && !deadLetters.has(deadKey(lane.lane, deviceId));

/**
 * Which of the records are sent, and which go on the list at once: all of a device that is refused, but for one that tries
 * whether it still is. So it costs the far side no call for each record.
 */
export function divideRefused(
  run: UplinkRun,
  lane: LaneState,
  candidates: readonly Candidate[],
): { readonly sent: readonly Candidate[]; readonly listed: readonly Candidate[] } {
  if (lane.refused.size === 0) return { sent: candidates, listed: [] };
  const now = run.time.monotonic();
  const tried = new Set<string>();
  const sent: Candidate[] = [];
  const listed: Candidate[] = [];
  for (const candidate of candidates) {
    const { deviceId } = candidate;
    const refused = lane.refused.get(deviceId);
    const isTried = isRefusedDevice(refused) && now >= refused.tryAt && !tried.has(deviceId);
    if (isTried) tried.add(deviceId);
    if (!isRefusedDevice(refused) || isTried) sent.push(candidate);
    else listed.push(candidate);
  }
  return { sent, listed };
}

/** Puts these records of refused devices on the list, for the reason that is known. */
export function listRefused(run: UplinkRun, lane: LaneState, listed: readonly Candidate[]): void {
  const ranges = new Map<string, DeadRange>();
  for (const { deviceId, n } of listed) {
    const before = ranges.get(deviceId);
    ranges.set(deviceId, before === undefined ? [n, n, 1] : [before[0], n, before[2] + 1]);
  }
  for (const [deviceId, range] of ranges) {
    // The far side was not asked: its last refusal counts.
    const { reason = '', at } = run.deadLetters.get(deadKey(lane.lane, deviceId)) ?? {};
    noteRefused(run, lane, { deviceId, range, reason }, true, at);
  }
}

type Refused = { readonly deviceId: string; readonly range: DeadRange; readonly reason: string };

function noteRefused(
  run: UplinkRun,
  lane: LaneState,
  refused: Refused,
  isSameRun: boolean,
  at = new Date(run.time.now()).toISOString(),
): void {
  noteDead(run, addingRefused(run.deadLetters, { lane: lane.lane, at, ...refused }, isSameRun));
}

/** Notes what became of the records that were sent, in order. */
export function noteResults(
  run: UplinkRun,
  lane: LaneState,
  sent: readonly Candidate[],
  results: readonly RecordResult[],
): void {
  const open = new Map<string, Refused & { readonly isSameRun: boolean }>();
  const close = (deviceId: string): void => {
    const refused = open.get(deviceId);
    if (refused === undefined) return;
    open.delete(deviceId);
    noteRefused(run, lane, refused, refused.isSameRun);
  };
  for (const [index, { deviceId, n }] of sent.entries()) {
    const result = results[index];
    if (result?.outcome === 'refused') {
      const before = open.get(deviceId);
      const { reason } = result;
      open.set(
        deviceId,
        before === undefined
          ? { deviceId, range: [n, n, 1], reason, isSameRun: lane.refused.has(deviceId) }
          : { ...before, range: [before.range[0], n, before.range[2] + 1], reason },
      );
      countRefused(run, lane, deviceId);
    } else if (result?.outcome === 'accepted' || result?.outcome === 'repeated') {
      close(deviceId);
      onTaken(run, lane, deviceId);
    }
  }
  for (const deviceId of [...open.keys()]) close(deviceId);
}

function countRefused({ time }: UplinkRun, { refused }: LaneState, deviceId: string): void {
  const before = refused.get(deviceId);
  const { triedAt = -Infinity } = before ?? {};
  const isTry = isRefusedDevice(before);
  const delayMs = isTry ? Math.min(before.delayMs * 2, MAX_TRY_MS) : MIN_TRY_MS;
  refused.set(deviceId, { run: (before?.run ?? 0) + 1, delayMs, tryAt: time.monotonic() + delayMs, triedAt });
}

/** The far side has taken the newest location of a device: it may know the device now, so its dead letters are tried. */
export function onLiveTaken(run: UplinkRun, deviceId: string): void {
  const now = run.time.monotonic();
  for (const name of CURSOR_LANES) {
    const lane = run.lanes[name];
    const refused = lane.refused.get(deviceId);
    // A far side may take newest locations of a device, and nothing else of it.
    if (!isRefusedDevice(refused) || now - refused.triedAt < MAX_TRY_MS) continue;
    lane.refused.set(deviceId, { ...refused, triedAt: now });
    startRedrive(run, lane, deviceId);
    lane.signal.notify();
  }
}

/** The far side takes the device again: what was refused of it meanwhile follows. */
function onTaken(run: UplinkRun, lane: LaneState, deviceId: string): void {
  if (lane.refused.size === 0) return;
  const wasRefused = isRefusedDevice(lane.refused.get(deviceId));
  lane.refused.delete(deviceId);
  if (wasRefused) startRedrive(run, lane, deviceId);
}

export function startRedrive(run: UplinkRun, lane: LaneState, deviceId: string): void {
  if (!run.deadLetters.has(deadKey(lane.lane, deviceId))) return;
  if (!lane.redrives.some((redrive) => redrive.deviceId === deviceId)) lane.redrives.push({ deviceId, next: 0 });
}
