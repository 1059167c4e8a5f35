import type { AlertSeries } from '../../schema/entry.js';
import { apiAlertName, isKnownAlertName } from '../records/alert-name.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** A series starts over after a pause of this, or of twice its quiet period if that is longer. */
const MIN_PAUSE_MS = 3_600_000;

const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Different names that a device raises in a day; those that it invents beyond share a series. */
const MAX_NAMES_PER_DAY = 32;
/** The name of the series that they share. No alert has an empty name. */
const SHARED_NAME = '';

type RaisedAlert = Pick<AlertSeries, 'rule' | 'deviceId' | 'alert'> & {
  /** ms since 1970 */
  readonly now: number;
  /** of the notification rule */
  readonly quietMinutes: number;
};

/**
 * Continues a series with an alert raised now. Notifies of the first alert, then of the first one after `quietMinutes`,
 * after twice as many, and so on up to a day. Uses the time of the gateway: alerts that a tracker kept and sends at once
 * are notified once.
 */
export function nextSeries(
  previous: AlertSeries | undefined,
  { now, quietMinutes, ...what }: RaisedAlert,
): { readonly series: AlertSeries; readonly isNotified: boolean } {
  const first = { series: { ...what, raised: now, told: now, quietMinutes }, isNotified: true };
  if (previous === undefined) return first;
  const quietMs = previous.quietMinutes * MINUTE_MS;
  const pause = now - previous.raised;
  // After the clock was put back the pause is unknown: notify once too often rather than not at all.
  if (pause < 0 || now < previous.told || pause > Math.max(MIN_PAUSE_MS, 2 * quietMs)) return first;
  if (now - previous.told < quietMs) return { series: { ...previous, raised: now }, isNotified: false };
  const doubled = Math.min(previous.quietMinutes * 2, DAY_MINUTES);
  return { series: { ...previous, raised: now, told: now, quietMinutes: doubled }, isNotified: true };
}

/** The key of a series in the state: the same for every name of an alert. */
export const seriesKey = ({ rule, deviceId, alert }: Pick<AlertSeries, 'rule' | 'deviceId' | 'alert'>): string =>
  JSON.stringify([rule, deviceId, apiAlertName(alert)]);

/**
 * The name of the series that an alert belongs to: its own one, unless the device has raised many other names within a
 * day and the API does not name it. So one alert never silences another, and invented names get around nothing.
 * `own`: the series of the device.
 */
export function seriesNameOf(name: string, own: readonly AlertSeries[], now: number): string {
  if (isKnownAlertName(name)) return apiAlertName(name);
  const today = new Set<string>();
  for (const { alert, raised } of own) if (now - raised < DAY_MS) today.add(alert);
  today.delete(SHARED_NAME);
  return today.has(name) || today.size < MAX_NAMES_PER_DAY ? name : SHARED_NAME;
}
