import type { DeviceAlertView } from '../../../schema/records/alert.js';
import type { TimeRange } from '../../api/time-range.js';
import type { NotificationStatus } from './notification-status.js';

export const NOTIFIED_FILTERS = ['any', 'notified', 'notNotified'] as const;

/** `open`: needs a person and is not acknowledged */
export const ACKNOWLEDGED_FILTERS = ['any', 'open', 'acknowledged'] as const;

export type AlertFilter = {
  /** empty: any */
  readonly deviceId: string;
  /** empty: any */
  readonly groupId: string;
  /** empty: any */
  readonly name: string;
  readonly notified: (typeof NOTIFIED_FILTERS)[number];
  readonly acknowledged: (typeof ACKNOWLEDGED_FILTERS)[number];
};

export const isInRange = ({ from, to, isOpenEnded }: TimeRange, { dateTime }: DeviceAlertView): boolean => {
  const at = Date.parse(dateTime);
  return at >= from && (isOpenEnded === true || at <= to);
};

/** Needs a person, and no one has acknowledged it. */
export const isUnacknowledged = ({ attention, acknowledged }: DeviceAlertView): boolean =>
  attention === true && acknowledged === null;

/** Merges alerts that were read with those received since, newest first; a received alert replaces the same one read. */
export function mergeAlerts(read: readonly DeviceAlertView[], received: readonly DeviceAlertView[]): DeviceAlertView[] {
  const byId = new Map([...read, ...received].map((alert) => [alert.id, alert]));
  return [...byId.values()].sort((a, b) => Date.parse(b.dateTime) - Date.parse(a.dateTime));
}

export function matchesFilter(
  alert: DeviceAlertView,
  status: NotificationStatus,
  filter: Omit<AlertFilter, 'groupId'>,
): boolean {
  const { deviceId, alerts, acknowledged } = alert;
  if (filter.deviceId !== '' && deviceId !== filter.deviceId) return false;
  if (filter.name !== '' && !alerts.includes(filter.name)) return false;
  if (filter.acknowledged === 'open' && !isUnacknowledged(alert)) return false;
  if (filter.acknowledged === 'acknowledged' && acknowledged === null) return false;
  return filter.notified === 'any' || (filter.notified === 'notified') === (status === 'notified');
}
