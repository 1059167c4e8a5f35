import { retryDelay } from '../../domain/uplinks/backoff.js';
import { applyDead, mergedChange, type DeadLetters } from '../../domain/uplinks/dead-letters.js';
import { newlyDropped, withDropped, type Dropped } from '../../domain/uplinks/dropped.js';
import { batchBytes } from '../../domain/uplinks/pace.js';
import type { UplinkPosition } from '../../domain/uplinks/position.js';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Change, DeadChange, UplinkStopped } from '../../schema/entry.js';
import { CURSOR_LANES, type CursorLane, type Lane } from '../../schema/uplinks/lane.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import type { Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import type { Sink } from '../../uplinks/sink.js';
import type { Time } from '../time/time.js';
import { createLaneReader, type LaneReader } from './lane-reader.js';
import { createLaneState, type LaneState } from './lane-state.js';

export type UplinkRunOptions = {
  readonly settings: UplinkSettings;
  readonly sink: Sink;
  readonly position: UplinkPosition;
  /** as stored */
  readonly dead: Readonly<Record<string, DeadLetters>>;
  readonly store: Pick<Store, 'state' | 'history' | 'append' | 'subscribe'>;
  readonly time: Pick<Time, 'now' | 'trustedNow' | 'monotonic' | 'quality' | 'timeZone'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'debug'>;
  /** 0 to 1 */
  readonly random: () => number;
  /** ms of processor time that the gateway has taken */
  readonly cpuMs: () => number;
  /** The state has changed; must not throw. */
  readonly onChange: () => void;
};

/** One uplink while it runs: what its lanes share. */
export type UplinkRun = UplinkRunOptions & {
  readonly reader: LaneReader;
  readonly lanes: Readonly<Record<CursorLane, LaneState>>;
  /** the size of the next batch of a lane */
  readonly batchLimit: (lane: LaneState) => { readonly records: number; readonly bytes: number };
  /** with what is not stored yet */
  readonly deadLetters: Map<string, DeadLetters>;
  dropped: Dropped;
  /** what the next checkpoint stores besides the cursors */
  deadChanges: DeadChange[];
  otherChanges: Change[];
  isStopped: boolean;
  /** a person has to mend something */
  stopReason: string | null;
  /** the entry with which a new generation would begin; null: it is not stopped */
  stoppedFrom: number | null;
  /** the far side has other records under ids of this store, from number `n` on at the latest */
  conflict: { readonly n: number; readonly reason: string } | undefined;
  /** something failed in the gateway itself; null: nothing, since a lane went on */
  fault: { readonly lane: Lane; readonly reason: string; readonly count: number } | null;
  failures: number;
  /** ms, monotonic: nothing is sent before */
  waitUntil: number;
  /** the same, because the far side asked for it */
  askedUntil: number;
  waitReason: string | null;
  forwarded: number;
  repeated: number;
  /** records */
  refused: number;
  /** of the records sent */
  bytes: number;
  /** ms since 1970 */
  lastAcknowledgement: number | null;
  lastError: { readonly at: number; readonly message: string } | null;
};

export function createUplinkRun(options: UplinkRunOptions): UplinkRun {
  const { position, sink, store, time, timers, settings } = options;
  const laneOf = (lane: CursorLane): LaneState =>
    createLaneState(lane, position.lanes[lane], sink.limits.records, timers);
  return {
    ...options,
    reader: createLaneReader({ store, time, relay: settings.relay === true }),
    lanes: { alerts: laneOf('alerts'), history: laneOf('history') },
    batchLimit: ({ lane, limit }) => ({
      records: Math.min(limit.records, sink.limits.records),
      bytes: lane === 'history' ? batchBytes(sink.limits.bytes, settings.bytesPerSecond) : sink.limits.bytes,
    }),
    deadLetters: new Map(Object.entries(options.dead)),
    dropped: position.dropped,
    deadChanges: [],
    otherChanges: [],
    isStopped: false,
    stopReason: null,
    stoppedFrom: null,
    conflict: undefined,
    fault: null,
    failures: 0,
    waitUntil: -Infinity,
    askedUntil: -Infinity,
    waitReason: null,
    forwarded: 0,
    repeated: 0,
    refused: 0,
    bytes: 0,
    lastAcknowledgement: null,
    lastError: null,
  };
}

export const isConnected = ({ sink }: Pick<UplinkRun, 'sink'>): boolean => sink.status().connected;

export function wakeLanes({ lanes }: Pick<UplinkRun, 'lanes'>): void {
  for (const lane of CURSOR_LANES) lanes[lane].signal.notify();
}

/** Something failed that goes away by itself: the lanes wait, longer each time. */
export function pauseRun(run: UplinkRun, reason: string, retryAfter?: number): void {
  run.failures += 1;
  const delay = retryDelay(run.failures, run.random(), retryAfter);
  run.waitUntil = run.time.monotonic() + delay;
  if (retryAfter !== undefined) run.askedUntil = run.waitUntil;
  run.waitReason = reason;
  noteError(run, reason);
  run.onChange();
}

/** The first entry that is not settled in every lane. */
export const firstUnsettled = ({ lanes }: Pick<UplinkRun, 'lanes'>): number =>
  Math.min(...CURSOR_LANES.map((lane) => lanes[lane].cursor.n)) + 1;

/** Nothing is sent until a person has mended something. */
export function stopSending(run: UplinkRun, text: string, stop: Omit<UplinkStopped, 'name'>): void {
  const { settings, logger } = run;
  // A far side does not know the name that its command takes.
  const reason = text.replace('reset NAME', `reset ${settings.name}`);
  if (run.stopReason === null) logger.warn({ uplink: settings.name, reason }, 'uplink stopped');
  if (stop.from < (run.stoppedFrom ?? Infinity)) {
    run.stoppedFrom = stop.from;
    run.otherChanges.push({ kind: 'uplink-stopped', v: { name: settings.name, ...stop } });
  }
  run.stopReason = reason;
  noteError(run, reason);
  run.onChange();
}

/** A lane cannot work, for example because the disk does not read. The result: how long it waits, ms, longer each time. */
export function noteFault(run: UplinkRun, lane: Lane, error: unknown): number {
  const reason = `the gateway cannot read or prepare its records (${messageOf(error)}): run waypost check`;
  const { settings, logger } = run;
  if (run.fault === null) logger.warn({ uplink: settings.name, lane, reason }, 'uplink failed');
  run.fault = { lane, reason, count: (run.fault?.count ?? 0) + 1 };
  noteError(run, reason);
  run.onChange();
  return retryDelay(run.fault.count, run.random());
}

/** The lane works again. */
export function endFault(run: UplinkRun, lane: Lane): void {
  if (run.fault?.lane !== lane) return;
  run.fault = null;
  run.onChange();
}

function noteError(run: UplinkRun, message: string): void {
  run.lastError = { at: run.time.now(), message };
}

export function noteAcknowledged(run: UplinkRun, lane: LaneState, records: number, repeated: number): void {
  if (records === 0) return;
  run.forwarded += records;
  run.repeated += repeated;
  run.lastAcknowledgement = run.time.now();
  lane.unstored += records;
  run.failures = 0;
  if (run.waitReason === null) return;
  run.waitReason = null;
  run.onChange();
}

export function noteDead(run: UplinkRun, change: DeadChange): void {
  applyDead(run.deadLetters, change);
  const merged = mergedChange(run.deadChanges.at(-1), change);
  if (merged === undefined) run.deadChanges.push(change);
  else run.deadChanges[run.deadChanges.length - 1] = merged;
}

/** Entries that a lane had not read are gone: by retention, or damaged. */
export function noteGone(run: UplinkRun, from: number, to: number): void {
  const entries = newlyDropped(run.dropped, [from, to]);
  if (entries <= 0) return;
  const { name } = run.settings;
  run.dropped = withDropped(run.dropped, [from, to], entries);
  run.otherChanges.push({ kind: 'uplink-dropped', v: { name, from, to, entries } });
  run.logger.warn({ uplink: name, from, to, entries }, 'entries were gone before they were forwarded');
  run.onChange();
}
