import { BOUNDS } from '../../domain/bounds.js';
import {
  applyRestamp,
  isStampedWithin,
  restampedRangesOf,
  restampOf,
  shift,
  type RecordEntry,
} from '../../domain/clock/restamp.js';
import { isFuture } from '../../domain/records/last-location.js';
import type { Entry } from '../../schema/entry.js';
import { restampCommands } from './fold-commands.js';
import { restampMessages } from './fold-outbox.js';
import type { State } from './state.js';
import { trimUndated } from './trim-state.js';

type ClockEntry = Extract<Entry, { kind: 'clock' }>;

/** Applies a change of the clock quality. When the clock becomes trusted, the records stamped before are restamped. */
export function applyClock(state: State, entry: ClockEntry): void {
  const { quality, accepted } = entry.v;
  const periods = state.untrusted.filter(({ boot }) => boot === entry.boot);
  if (quality === 'none') {
    const period = { boot: entry.boot, at: Date.parse(entry.at), up: entry.up, n: entry.n };
    state.untrusted = [...periods, period].slice(-BOUNDS.untrusted.max);
    return;
  }
  state.untrusted = [];
  const restamps = periods.flatMap((period) => restampOf(period, entry) ?? []);
  // The records of forgotten restamps keep the times they were written with.
  state.restamps = [...state.restamps, ...restamps].slice(-BOUNDS.restamps.max);
  const ranges = [...state.restampedRanges, ...restampedRangesOf(periods, entry)];
  state.restampedRanges = ranges.slice(-BOUNDS.restampedRanges.max);
  restampUndated(state, restamps);
  restampMessages(state, entry, restamps);
  restampCommands(state, entry, restamps);
  // An earlier clock that ran ahead must not make a verified one look late.
  const isRight = quality === 'gps' || quality === 'ntp' || accepted !== undefined;
  if (isRight || entry.at > state.latestTrustedTime) state.latestTrustedTime = entry.at;
  for (const [deviceId, last] of state.lastLocations) {
    if ((periods.length > 0 || accepted !== undefined) && isFuture(last, Date.parse(entry.at)))
      state.lastLocations.delete(deviceId);
  }
}

function restampUndated(state: State, restamps: State['restamps']): void {
  for (const [deviceId, { location, lastSeen }] of state.undated) {
    for (const restamp of restamps) {
      if (isStampedWithin(restamp, lastSeen)) {
        const contact = state.lastSeen.get(deviceId);
        if (contact?.at === lastSeen.at)
          state.lastSeen.set(deviceId, { ...contact, at: shift(lastSeen.at, restamp.by) });
      }
      if (location === undefined) continue;
      const right = applyRestamp(location, restamp);
      const last = state.lastLocations.get(deviceId);
      if (right === location || right.kind !== 'location' || location.kind !== 'location') continue;
      const isNewer = last === undefined || last.dateTime <= right.v.location.dateTime;
      if (isNewer || last.dateTime === location.v.location.dateTime)
        state.lastLocations.set(deviceId, right.v.location);
    }
  }
  state.undated.clear();
}

/** Keeps, for each device, the newest entries that an untrusted clock stamped; `entry` is one. */
export function noteUndated(state: State, entry: RecordEntry | Extract<Entry, { kind: 'telemetry' }>): void {
  const { deviceId } = entry.v;
  const { at, boot, up } = entry;
  const before = state.undated.get(deviceId);
  const isFix = entry.kind === 'location' && entry.v.unfit === undefined;
  const location = isFix ? entry : before?.location;
  state.undated.set(deviceId, { lastSeen: { at, boot, up }, ...(location && { location }) });
  trimUndated(state);
}
