import { isFuture } from '../../domain/records/last-location.js';
import { isStampedWithin, shift, restampOf, applyRestamp, type RecordEntry } from '../../domain/clock/restamp.js';
import type { Entry } from '../../schema/entry.js';
import { restampMessages } from './fold-outbox.js';
import type { State } from './state.js';

type ClockEntry = Extract<Entry, { kind: 'clock' }>;

/** Of more the oldest are forgotten: their records keep the times they were written with. */
const MAX_RESTAMPS = 500;

/** Is the clock that stamped this entry known to be wrong? */
export const isUntrusted = (state: State, { boot }: Pick<Entry, 'boot'>): boolean => state.doubts[0]?.boot === boot;

/** Applies what an entry says of the clock. What was stamped in doubt gets its right time once that is known. */
export function applyClock(state: State, entry: ClockEntry): void {
  const { quality } = entry.v;
  const own = state.doubts.filter(({ boot }) => boot === entry.boot);
  if (quality === 'none') {
    state.doubts = [...own, { boot: entry.boot, at: Date.parse(entry.at), up: entry.up }];
    return;
  }
  state.doubts = [];
  const restamps = own.flatMap((doubt) => restampOf(doubt, entry) ?? []);
  state.restamps = [...state.restamps, ...restamps].slice(-MAX_RESTAMPS);
  correctUndated(state, restamps);
  restampMessages(state, entry, restamps);
  // What was said before by a clock that ran ahead must not make a proven one look late.
  if (quality === 'gps' || quality === 'ntp' || entry.at > state.newest) state.newest = entry.at;
  for (const [deviceId, last] of state.lastLocations) {
    if (own.length > 0 && isFuture(last, Date.parse(entry.at))) state.lastLocations.delete(deviceId);
  }
}

function correctUndated(state: State, restamps: State['restamps']): void {
  for (const [deviceId, undated] of state.undated) {
    for (const restamp of restamps) {
      const { location, heard } = undated;
      if (isStampedWithin(restamp, heard)) {
        const seen = state.heard.get(deviceId);
        if (seen?.at === heard.at) state.heard.set(deviceId, { ...seen, at: shift(heard.at, restamp.by) });
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
  state.undated = new Map();
}

/** Remembers, of each device, what was stamped in doubt and is the newest of it. */
export function noteUndated(state: State, entry: RecordEntry | Extract<Entry, { kind: 'telemetry' }>): void {
  if (!isUntrusted(state, entry)) return;
  const { deviceId } = entry.v;
  const { at, boot, up } = entry;
  const before = state.undated.get(deviceId);
  const location = entry.kind === 'location' ? entry : before?.location;
  state.undated.set(deviceId, { heard: { at, boot, up }, ...(location && { location }) });
}
