import type { AlertSeries } from '../../schema/entry.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** An alert that was not raised for so long, or for twice as long as it is quiet, begins anew. */
const MIN_PAUSE_MS = 3_600_000;

type RaisedAlert = Pick<AlertSeries, 'rule' | 'deviceId' | 'alert'> & {
  /** ms since 1970 */
  readonly now: number;
  /** of the rule */
  readonly quietMinutes: number;
};

/**
 * How a series goes on with an alert raised now, and whether it is told: the first is, then the first after `quietMinutes`,
 * after twice as many, and so on up to a day. Time is that of the gateway: what a tracker has kept and sends at once is one
 * thing to be told of.
 */
export function nextSeries(
  previous: AlertSeries | undefined,
  { now, quietMinutes, ...what }: RaisedAlert,
): { readonly series: AlertSeries; readonly isNotified: boolean } {
  const first = { series: { ...what, raised: now, told: now, quietMinutes }, isNotified: true };
  if (previous === undefined) return first;
  const quietMs = previous.quietMinutes * MINUTE_MS;
  const pause = now - previous.raised;
  // A clock that was put back says nothing of how long it was quiet: rather once too often.
  if (pause < 0 || now < previous.told || pause > Math.max(MIN_PAUSE_MS, 2 * quietMs)) return first;
  if (now - previous.told < quietMs) return { series: { ...previous, raised: now }, isNotified: false };
  const doubled = Math.min(previous.quietMinutes * 2, DAY_MINUTES);
  return { series: { ...previous, raised: now, told: now, quietMinutes: doubled }, isNotified: true };
}

/** By which a series is found. */
export const seriesKey = ({ rule, deviceId, alert }: Pick<AlertSeries, 'rule' | 'deviceId' | 'alert'>): string =>
  JSON.stringify([rule, deviceId, alert]);
