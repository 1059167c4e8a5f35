import { CHANNELS, channelFields } from '../../schema/channels.js';
import type { Group } from '../../schema/devices/group.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import { LIMIT_ALERTS } from '../../schema/records/alert-names.js';
import { apiAlertName, apiAlertNames } from '../records/alert-name.js';

/**
 * The alert names that match the rule, as the API's; none if it is disabled. `all` does not include the daily-limit
 * alerts. A rule may name an alert by any of its names.
 */
export function matchingAlerts({ enabled, alerts }: NotificationRule, words: readonly string[]): readonly string[] {
  if (!enabled) return [];
  const names = apiAlertNames(words);
  if (alerts === 'all') return names.filter((name) => !LIMIT_ALERTS.includes(name));
  const chosen = new Set(alerts.map(apiAlertName));
  return names.filter((name) => chosen.has(name));
}

/** The rule with a list for each channel: one that was stored before a channel existed lacks its field. */
export const completeRule = (rule: NotificationRule): NotificationRule => ({
  ...rule,
  ...channelFields('recipientsField', (channel) => {
    const lists: Partial<NotificationRule> = rule;
    return lists[CHANNELS[channel].recipientsField] ?? [];
  }),
});

/** The rule covers this device. */
export const coversDevice = (
  { devices, groups }: NotificationRule,
  deviceId: string,
  allGroups: ReadonlyMap<string, Group>,
): boolean =>
  devices === 'all' ||
  devices.includes(deviceId) ||
  groups.some((id) => allGroups.get(id)?.devices.includes(deviceId) === true);
