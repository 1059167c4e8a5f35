import type { DeviceAlertView } from '../../../schema/alert.js';
import type { Range } from '../../api/range.js';

export const tolds = ['any', 'somebody', 'nobody'] as const;

export type Filter = {
  /** empty: any */
  readonly deviceId: string;
  /** empty: any */
  readonly name: string;
  readonly told: (typeof tolds)[number];
};

export const isIn = ({ from, to, goesOn }: Range, { dateTime }: DeviceAlertView): boolean => {
  const at = Date.parse(dateTime);
  return at >= from && (goesOn === true || at <= to);
};

/** What was read and what was heard since, each once, the newest first: what was heard is the later word. */
export function merged(read: readonly DeviceAlertView[], heard: readonly DeviceAlertView[]): DeviceAlertView[] {
  const byId = new Map([...read, ...heard].map((alert) => [alert.id, alert]));
  return [...byId.values()].sort((a, b) => Date.parse(b.dateTime) - Date.parse(a.dateTime));
}

export function fits({ deviceId, alerts, email, sms }: DeviceAlertView, filter: Filter): boolean {
  if (filter.deviceId !== '' && deviceId !== filter.deviceId) return false;
  if (filter.name !== '' && !alerts.includes(filter.name)) return false;
  return filter.told === 'any' || (filter.told === 'somebody') === (email || sms);
}
