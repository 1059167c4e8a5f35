import { limitNotices } from './limit-notice.js';
import type { Group } from '../schema/group.js';
import type { Notification } from '../schema/notification.js';

/** The names of an alert that meet the rule: none when it is off. What tells of limits has to be asked for by name. */
export const namesMet = ({ enabled, alerts }: Notification, names: readonly string[]): readonly string[] =>
  enabled ? names.filter((name) => (alerts === 'all' ? !limitNotices.has(name) : alerts.includes(name))) : [];

/** Is the rule about this device? */
export const isAbout = (
  { devices, groups }: Notification,
  deviceId: string,
  all: ReadonlyMap<string, Group>,
): boolean =>
  devices === 'all' ||
  devices.includes(deviceId) ||
  groups.some((id) => all.get(id)?.devices.includes(deviceId) === true);
