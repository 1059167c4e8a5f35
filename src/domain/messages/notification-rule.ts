import type { Group } from '../../schema/devices/group.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import { LIMIT_ALERTS } from '../../schema/records/alert-names.js';

/** The alert names that match the rule; none if it is disabled. `all` does not include the daily-limit alerts. */
export const matchingAlerts = ({ enabled, alerts }: NotificationRule, names: readonly string[]): readonly string[] =>
  enabled ? names.filter((name) => (alerts === 'all' ? !LIMIT_ALERTS.includes(name) : alerts.includes(name))) : [];

/** The rule covers this device. */
export const coversDevice = (
  { devices, groups }: NotificationRule,
  deviceId: string,
  allGroups: ReadonlyMap<string, Group>,
): boolean =>
  devices === 'all' ||
  devices.includes(deviceId) ||
  groups.some((id) => allGroups.get(id)?.devices.includes(deviceId) === true);
