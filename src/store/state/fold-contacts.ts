import { msOf } from '../../domain/clock/instant.js';
import { nextInterval } from '../../domain/records/usual-interval.js';
import type { Source } from '../../schema/devices/device.js';
import type { State } from './state.js';

/** The fold of the last contacts of devices. */

/** What the state has of the device by now is from before, such as the last contact of an earlier registration. */
export function onRegistered(state: State, deviceId: string, n: number): void {
  state.registrations.set(deviceId, n);
  const before = { location: state.lastLocations.has(deviceId), contact: state.lastSeen.has(deviceId) };
  if (before.location || before.contact) state.inherited.set(deviceId, before);
}

/** The state has a contact, or also a last location, from after the registration. */
export function noteContact({ inherited }: State, deviceId: string, hasLocation: boolean): void {
  const before = inherited.size === 0 ? undefined : inherited.get(deviceId);
  if (before === undefined) return;
  if (before.location && !hasLocation) inherited.set(deviceId, { location: true, contact: false });
  else inherited.delete(deviceId);
}

/** A contact from before the registration is that of another owner, and starts no interval. */
export function noteLastSeen({ lastSeen, inherited }: State, deviceId: string, at: string, source: Source): void {
  const before = inherited.get(deviceId)?.contact === true ? undefined : lastSeen.get(deviceId);
  // The next record of the same report.
  if (before?.at === at && isSameContact(before.source, source)) return;
  const beforeMs = before === undefined ? undefined : msOf(before.at);
  const intervalMs = nextInterval(before?.intervalMs, beforeMs, msOf(at));
  lastSeen.set(deviceId, {
    at,
    source: contactOf(source),
    ...(intervalMs !== undefined && { intervalMs: Math.round(intervalMs) }),
  });
}

/** Records that other gateways forward have a source each, with the id of the record. */
const isSameContact = (before: Source, source: Source): boolean =>
  before === source || (source.gateway !== undefined && before.gateway === source.gateway);

/** Without the id of the record and the rule that raised it. */
const contactOf = (source: Source): Source =>
  source.gateway === undefined ? source : { protocol: source.protocol, gateway: source.gateway };
