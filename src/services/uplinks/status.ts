import { countRecords, readDeadKey, type DeadLetters } from '../../domain/uplinks/dead-letters.js';
import type { DeadLetterView } from '../../schema/uplinks/uplink.js';
import { behindOf } from './lane-state.js';
import { isOpen } from './lane-loop.js';
import { isConnected, type UplinkRun } from './uplink-run.js';
import type { UplinkStatus, UplinkTotals } from './uplinks.js';

/** The status of an uplink that does not run: it is switched off, or a person has to decide. */
export const idleStatus = (
  state: 'disabled' | 'stopped' | 'connecting',
  reason: string | null,
  known: Pick<UplinkStatus, 'behind' | 'dropped' | 'deadLetters'>,
): UplinkStatus => ({
  ...{ state, reason, connected: false, lastAcknowledgement: null, lastError: null, forwarded: 0, repeated: 0 },
  ...known,
});

export function statusOf(run: UplinkRun): UplinkStatus {
  const { lanes, store } = run;
  const newest = store.state.n;
  const records = Math.max(behindOf(lanes.alerts, newest), behindOf(lanes.history, newest));
  const oldest = [lanes.alerts.oldestAt, lanes.history.oldestAt].filter((at) => at !== null).sort()[0] ?? null;
  return {
    ...stateOf(run, records),
    connected: isConnected(run),
    behind: { records, oldest: records === 0 ? null : oldest },
    lastAcknowledgement: toInstant(run.lastAcknowledgement),
    lastError:
      run.lastError === null ? null : { at: toInstant(run.lastError.at) ?? '', message: run.lastError.message },
    forwarded: run.forwarded,
    repeated: run.repeated,
    dropped: run.dropped.entries,
    deadLetters: countRecords(run.deadLetters),
  };
}

/** undefined: it does not run */
export const totalsOf = (run: UplinkRun | undefined): UplinkTotals => ({
  refused: run?.refused ?? 0,
  bytes: run?.bytes ?? 0,
  sink: run?.sink.status().counters ?? {},
});

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function stateOf(run: UplinkRun, behind: number): Pick<UplinkStatus, 'state' | 'reason'> {
  const { lanes, sink, time, settings } = run;
  if (run.stopReason !== null) return { state: 'stopped', reason: run.stopReason };
  if (run.fault !== null) return { state: 'stopped', reason: run.fault.reason };
  const { connected, reason, stopped = false, conflict } = sink.status();
  // A conflict stops it once its first record is known.
  if (!connected) return { state: stopped && conflict === undefined ? 'stopped' : 'connecting', reason };
  if (run.waitReason !== null && run.waitUntil > time.monotonic()) return { state: 'waiting', reason: run.waitReason };
  if (lanes.alerts.heldBy !== undefined || lanes.history.heldBy !== undefined)
    return { state: 'waiting', reason: CLOCK };
  const isBehind = behind > 0 && !(lanes.alerts.isIdle && lanes.history.isIdle);
  if (isBehind && !isOpen(run)) {
    return { state: 'waiting', reason: `records behind the newest ones wait for the window ${settings.window ?? ''}` };
  }
  return { state: isBehind ? 'forwarding' : 'idle', reason };
}

const CLOCK = 'some records wait until the clock is trusted, because their time is not known yet';

export const deadLetterViews = (dead: Iterable<readonly [string, DeadLetters]>): DeadLetterView[] =>
  Array.from(dead, ([key, { reason, at, ranges }]) => {
    const { deviceId } = readDeadKey(key);
    return ranges.map(([from, to, records]) => ({ deviceId, from, to, records, reason, at }));
  }).flat();
