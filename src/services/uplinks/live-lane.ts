import type { Entry } from '../../schema/entry.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import { onLiveTaken } from './refusals.js';
import { createSignal, type Signal } from './signal.js';
import { endFault, isConnected, noteFault, pauseRun, type UplinkRun } from './uplink-run.js';

/** The newest location of each device that is not sent yet. */
export type LiveLane = {
  readonly signal: Signal;
  readonly onLocation: (entry: Extract<Entry, { kind: 'location' }>) => void;
  /** Sends until the run is stopped. */
  readonly run: () => Promise<void>;
};

/** Locations of a device that come faster than this are one, ms. */
const ROUND_MS = 1_000;
/** `history` sends locations at once while it is not further behind, in entries. */
const SOON = 1_000;

/** Keeps at most one entry of each device. It has no cursor: what a stop loses is sent by `history`. */
export function createLiveLane(run: UplinkRun): LiveLane {
  const { sink, store, time, timers } = run;
  const signal = createSignal(timers);
  const newest = new Map<string, Extract<Entry, { kind: 'location' }>>();
  let nextAt = -Infinity;

  const isOfUse = (): boolean => sink.liveWhenBehind !== true || store.state.n - run.lanes.history.cursor.n > SOON;

  function delay(): number {
    if (newest.size === 0 || run.stopReason !== null || run.conflict !== undefined || !isConnected(run))
      return Infinity;
    return Math.max(run.waitUntil, nextAt) - time.monotonic();
  }

  async function sendNext(): Promise<void> {
    nextAt = time.monotonic() + ROUND_MS;
    const batch = [...newest.values()].slice(0, sink.limits.records);
    for (const { v } of batch) newest.delete(v.deviceId);
    const viewed = batch.map((entry) => ({ entry, record: run.reader.view(entry) }));
    const sent = viewed.filter((one): one is Viewed => one.record !== undefined && one.record !== 'held');
    if (sent.length === 0) return;
    const { results, pause } = await sink.send(
      'live',
      sent.map(({ record }) => record),
    );
    for (const [index, { entry }] of sent.entries()) {
      const outcome = results[index]?.outcome ?? 'unknown';
      if (outcome === 'accepted' || outcome === 'repeated') onLiveTaken(run, entry.v.deviceId);
      if (outcome === 'unknown' && !newest.has(entry.v.deviceId)) newest.set(entry.v.deviceId, entry);
    }
    // The lanes with a cursor find out for themselves what else is wrong.
    if (pause?.kind === 'retry') pauseRun(run, pause.reason, pause.retryAfter);
  }

  return {
    signal,
    onLocation(entry) {
      const { deviceId, location, unfit } = entry.v;
      if (unfit !== undefined || !sink.lanes.includes('live') || !isOfUse()) return;
      // Only what became the last location of its device.
      if (store.state.lastLocations.get(deviceId)?.dateTime !== location.dateTime) return;
      newest.set(deviceId, entry);
      signal.notify();
    },
    async run() {
      while (!run.isStopped) {
        try {
          const ms = delay();
          if (ms > 0) await signal.wait(ms);
          else await sendNext();
          endFault(run, 'live');
        } catch (error) {
          nextAt = time.monotonic() + noteFault(run, 'live', error);
        }
      }
    },
  };
}

type Viewed = { readonly entry: Extract<Entry, { kind: 'location' }>; readonly record: UplinkRecord };
