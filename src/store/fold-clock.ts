import { isFuture } from '../domain/credible.js';
import { isWithin, putForward, restampBy, restamped, type RecordEntry } from '../domain/restamp.js';
import type { Entry } from '../schema/entry.js';
import { restampMessages } from './fold-outbox.js';
import type { State } from './state.js';

type ClockEntry = Extract<Entry, { kind: 'clock' }>;

/** Of more the oldest are forgotten: their records keep the times they were written with. */
const MOST_RESTAMPS = 500;

/** Is the clock that stamped this entry known to be wrong? */
export const isDoubted = (state: State, { boot }: Pick<Entry, 'boot'>): boolean => state.doubts[0]?.boot === boot;

/** Applies what an entry says of the clock. What was stamped in doubt gets its right time once that is known. */
export function applyClock(state: State, entry: ClockEntry): void {
  const { quality } = entry.v;
  const own = state.doubts.filter(({ boot }) => boot === entry.boot);
  if (quality === 'none') {
    state.doubts = [...own, { boot: entry.boot, at: Date.parse(entry.at), up: entry.up }];
    return;
  }
  state.doubts = [];
  const known = own.flatMap((doubt) => restampBy(doubt, entry) ?? []);
  state.restamps = [...state.restamps, ...known].slice(-MOST_RESTAMPS);
  settle(state, known);
  restampMessages(state, entry, known);
  // What was said before by a clock that ran ahead must not make a proven one look late.
  if (quality === 'gps' || quality === 'ntp' || entry.at > state.newest) state.newest = entry.at;
  for (const [deviceId, last] of state.lastLocations) {
    if (own.length > 0 && isFuture(last, Date.parse(entry.at))) state.lastLocations.delete(deviceId);
  }
}

function settle(state: State, known: State['restamps']): void {
  for (const [deviceId, undated] of state.undated) {
    for (const restamp of known) {
      const { location, heard } = undated;
      if (isWithin(restamp, heard)) {
        const seen = state.heard.get(deviceId);
        if (seen?.at === heard.at) state.heard.set(deviceId, { ...seen, at: putForward(heard.at, restamp.by) });
      }
      if (location === undefined) continue;
      const right = restamped(location, restamp);
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
  if (!isDoubted(state, entry)) return;
  const { deviceId } = entry.v;
  const { at, boot, up } = entry;
  const before = state.undated.get(deviceId);
  const location = entry.kind === 'location' ? entry : before?.location;
  state.undated.set(deviceId, { heard: { at, boot, up }, ...(location && { location }) });
}
