import type { RecordEntry } from '../../domain/clock/restamp.js';
import { viewAlert, withSource } from '../../domain/records/alert.js';
import { viewLocation } from '../../domain/records/location.js';
import type { Entry } from '../../schema/entry.js';
import type { AlertView } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';

export type StoredRecordEntry = Extract<Entry, { kind: 'location' | 'alert' }>;

/** `future`: the fix is dated too far in the future to be credible, and never becomes the last location. */
export type ViewedLocation = { readonly deviceId: string; readonly location: Location; readonly future?: true };
export type ViewedAlert = { readonly deviceId: string; readonly alert: AlertView };

export type ViewedRecord =
  { readonly kind: 'location'; readonly data: ViewedLocation } | { readonly kind: 'alert'; readonly data: ViewedAlert };

/** A stored record as events and pages of records show it. */
export function viewRecord({ n, ...entry }: RecordEntry): ViewedRecord {
  if (entry.kind === 'location') {
    const { deviceId, future } = entry.v;
    return { kind: 'location', data: { deviceId, location: viewLocation(entry.v), ...(future && { future }) } };
  }
  // As it was when it was stored: messages that were sent since are not looked up.
  const { deviceId, alert, source } = entry.v;
  return { kind: 'alert', data: { deviceId, alert: viewAlert({ ...withSource(alert, source), id: String(n) }) } };
}
