import { BOUNDS } from '../../domain/bounds.js';
import { withoutBulk } from '../../domain/records/location.js';
import type { State, Undated } from './state.js';
import { trimLargest, trimMap, trimRemoved } from './trim-map.js';

/** What gives way when the latest of the devices exceeds its bounds. History keeps all of it. */

/** The largest last locations keep only their position. */
export function trimLastLocations({ lastLocations }: Pick<State, 'lastLocations'>): void {
  trimLargest(lastLocations, BOUNDS.lastLocations, withoutBulk);
}

/** The largest are forgotten: the next locations of these devices do not get them as attributes. */
export function trimTelemetry({ telemetry }: Pick<State, 'telemetry'>): void {
  trimLargest(telemetry, BOUNDS.telemetry, () => undefined);
}

/** The devices with most dates keep the last two: the present one, and the one before for a clock that is put back. */
export function trimUsage({ sent }: Pick<State, 'sent'>): void {
  trimLargest(sent, BOUNDS.sent, (counts) => counts.slice(-2));
}

/** The largest keep only their position, which is all that a restamp needs. */
export function trimUndated({ undated }: Pick<State, 'undated'>): void {
  trimLargest(undated, BOUNDS.undated, withoutBulkOf);
  trimMap(undated, BOUNDS.undated);
}

function withoutBulkOf({ location, ...others }: Undated): Undated {
  if (location?.kind !== 'location') return others;
  const { v } = location;
  return { ...others, location: { ...location, v: { ...v, location: withoutBulk(v.location) } } };
}

/** Forgets what is known of the devices that were removed first, so that devices that come and go fill nothing. */
export function forgetRemovedDevices(state: State): void {
  const { lastLocations, lastSeen, sequences, telemetry, undated, sent } = state;
  const isRegistered = (deviceId: string): boolean => state.devices.has(deviceId);
  trimRemoved(lastLocations, BOUNDS.lastLocations, isRegistered);
  trimRemoved(lastSeen, BOUNDS.lastSeen, isRegistered);
  trimRemoved(sequences, BOUNDS.sequences, isRegistered);
  trimRemoved(telemetry, BOUNDS.telemetry, isRegistered);
  trimRemoved(undated, BOUNDS.undated, isRegistered);
  trimRemoved(sent, BOUNDS.sent, isRegistered);
}

/** Brings a state that an earlier version wrote into the bounds beyond which something gives way. */
export function trimState(state: State): void {
  const { sessions, finishedMessages, finishedCommands, series, unfinished, receipts } = state;
  trimMap(sessions, BOUNDS.sessions);
  trimMap(finishedMessages, BOUNDS.finishedMessages);
  trimMap(finishedCommands, BOUNDS.finishedCommands);
  trimMap(series, BOUNDS.series);
  trimMap(unfinished, BOUNDS.unfinished);
  trimMap(receipts, BOUNDS.receipts);
  trimLastLocations(state);
  trimTelemetry(state);
  trimUndated(state);
  trimUsage(state);
  forgetRemovedDevices(state);
}
