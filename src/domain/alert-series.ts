import type { AlertSeries } from '../schema/entry.js';

const MINUTE_MS = 60_000;
const A_DAY = 1440;
/** An alert that was not raised for so long, or for twice as long as it is quiet, begins anew. */
const LEAST_PAUSE_MS = 3_600_000;

type Raised = Pick<AlertSeries, 'rule' | 'deviceId' | 'alert'> & {
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
export function raisedAgain(
  former: AlertSeries | undefined,
  { now, quietMinutes, ...what }: Raised,
): { readonly series: AlertSeries; readonly isTold: boolean } {
  const first = { series: { ...what, raised: now, told: now, quietMinutes }, isTold: true };
  if (former === undefined) return first;
  const quietMs = former.quietMinutes * MINUTE_MS;
  const pause = now - former.raised;
  // A clock that was put back says nothing of how long it was quiet: rather once too often.
  if (pause < 0 || now < former.told || pause > Math.max(LEAST_PAUSE_MS, 2 * quietMs)) return first;
  if (now - former.told < quietMs) return { series: { ...former, raised: now }, isTold: false };
  const doubled = Math.min(former.quietMinutes * 2, A_DAY);
  return { series: { ...former, raised: now, told: now, quietMinutes: doubled }, isTold: true };
}

/** By which a series is found. */
export const seriesKey = ({ rule, deviceId, alert }: Pick<AlertSeries, 'rule' | 'deviceId' | 'alert'>): string =>
  JSON.stringify([rule, deviceId, alert]);
