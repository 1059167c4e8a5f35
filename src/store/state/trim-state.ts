import { BOUNDS, type Collection } from '../../domain/bounds.js';
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

/** The devices in most zones, or with the most rules, start over. */
export function trimVisits({ zoneVisits }: Pick<State, 'zoneVisits'>): void {
  trimLargest(zoneVisits, BOUNDS.zoneVisits, () => undefined);
}

export function trimRuleStates({ ruleStates }: Pick<State, 'ruleStates'>): void {
  trimLargest(ruleStates, BOUNDS.ruleStates, () => undefined);
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

/** What gave way: the collection, the key and the value that it had. */
export type OnTrimmed = (collection: Collection, key: string, value: unknown) => void;

/** Brings a state that an earlier version wrote into the bounds beyond which something gives way. */
export function trimState(state: State, onTrimmed?: OnTrimmed): void {
  const trimmed = TRIMMED.map((name) => ({ name, before: onTrimmed && new Map<string, unknown>(state[name]) }));
  for (const name of OLDEST_GIVES_WAY) trimMap(state[name], BOUNDS[name]);
  trimLastLocations(state);
  trimTelemetry(state);
  trimUndated(state);
  trimUsage(state);
  trimVisits(state);
  trimRuleStates(state);
  forgetRemovedDevices(state);
  for (const { name, before } of trimmed) {
    for (const [key, value] of before ?? []) if (state[name].get(key) !== value) onTrimmed?.(name, key, value);
  }
}

const OLDEST_GIVES_WAY = [
  'sessions',
  'finishedMessages',
  'finishedCommands',
  'series',
  'senders',
  'depotDevices',
  'forwardedAlerts',
  'unfinished',
  'receipts',
  'uplinkPositions',
  'deadLetters',
] as const satisfies readonly Collection[];

const TRIMMED = [
  ...OLDEST_GIVES_WAY,
  ...(['lastLocations', 'lastSeen', 'sequences', 'telemetry', 'undated', 'sent'] as const),
] as const satisfies readonly Collection[];
