import { BOUNDS } from '../../domain/bounds.js';
import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';
import { trimGreediest } from './trim-map.js';

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/** An alert that is not acknowledged within these days is left to history. */
const MAX_DAYS = 7;
const DAY_MS = 86_400_000;

/** A clock that is not trusted does not know the date: the alert gets the next one that begins. */
export function onAttentionAlert(state: State, { n, v }: EntryOf<'alert'>, isUntrusted: boolean): void {
  if (v.alert.attention !== true) return;
  const date = isUntrusted ? '' : (state.days.at(-1) ?? '');
  state.unacknowledged.set(String(n), { deviceId: v.deviceId, date });
  trimGreediest(state.unacknowledged, BOUNDS.unacknowledged, ({ deviceId }) => deviceId);
}

export function dropOldAlerts({ unacknowledged }: State, { v: { date } }: EntryOf<'day'>): void {
  const oldest = Date.parse(date) - MAX_DAYS * DAY_MS;
  for (const [id, alert] of unacknowledged) {
    if (alert.date === '') unacknowledged.set(id, { ...alert, date });
    else if (Date.parse(alert.date) < oldest) unacknowledged.delete(id);
  }
}

export function dropAlertsOf({ unacknowledged }: State, { v }: EntryOf<'device-removed'>): void {
  for (const [id, { deviceId }] of unacknowledged) if (deviceId === v.id) unacknowledged.delete(id);
}
