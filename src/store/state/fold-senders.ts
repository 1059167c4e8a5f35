import { BOUNDS } from '../../domain/bounds.js';
import { parseRecordId } from '../../domain/records/generation.js';
import { noteRecord, printOf } from '../../domain/records/sender.js';
import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';
import { trimMap } from './trim-map.js';

/** A record that another gateway forwarded. */
export function onForwarded(state: State, entry: Extract<Entry, { kind: 'location' | 'alert' }>): void {
  const { id } = entry.v.source;
  if (id === undefined) return;
  const parts = parseRecordId(id);
  if (parts === undefined) return;
  const { senders, forwardedAlerts } = state;
  senders.set(parts.store, noteRecord(senders.get(parts.store), parts.n, printOf(entry)));
  trimMap(senders, BOUNDS.senders);
  if (entry.kind !== 'alert') return;
  forwardedAlerts.set(id, entry.n);
  trimMap(forwardedAlerts, BOUNDS.forwardedAlerts);
}

/** What a depot last reported of a device is the newest one. */
export function onDepotDevice({ depotDevices }: State, { v }: Extract<Entry, { kind: 'depot-device' }>): void {
  depotDevices.delete(v.deviceId);
  depotDevices.set(v.deviceId, v);
  trimMap(depotDevices, BOUNDS.depotDevices);
}
