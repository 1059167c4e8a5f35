import { channelFieldNames } from '../../schema/channels.js';
import type { Group } from '../../schema/devices/group.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import { factLines, tableLines } from '../terminal/table.js';

const HEADINGS = ['RULE', 'STATE', 'ALERTS', 'DEVICES', 'TO', 'REPEATS AFTER'] as const;

export function describeRules(rules: readonly NotificationRule[], groups: readonly Group[]): string {
  if (rules.length === 0)
    return 'No notification rules, or none that this user may see. To create one: waypost rules add NAME --emails ADDRESS\n';
  const rows = rules.map((rule) => [
    rule.name,
    stateOf(rule),
    alertsOf(rule),
    devicesOf(rule, groups),
    recipientsOf(rule),
    `${rule.quietMinutes} min`,
  ]);
  return [...tableLines(HEADINGS, rows, { cut: ['ALERTS', 'DEVICES', 'TO'] }), ''].join('\n');
}

export const describeRule = (rule: NotificationRule, groups: readonly Group[]): string =>
  factLines({
    Rule: rule.name,
    State: stateOf(rule),
    Alerts: alertsOf(rule),
    Devices: devicesOf(rule, groups),
    To: recipientsOf(rule),
    'Repeats after': `${rule.quietMinutes} min, then twice as long each time`,
    Id: rule.id,
    Created: rule.creation,
    Changed: rule.lastModified,
  });

const stateOf = ({ enabled }: NotificationRule): string => (enabled ? 'on' : 'off');

const alertsOf = ({ alerts }: NotificationRule): string =>
  alerts === 'all' ? 'all, except daily limits' : alerts.join(', ');

const devicesOf = ({ devices, groups: ids }: NotificationRule, groups: readonly Group[]): string =>
  devices === 'all'
    ? 'all'
    : [...devices, ...ids.map((id) => `group ${groups.find((group) => group.id === id)?.name ?? id}`)].join(', ');

const recipientsOf = (rule: NotificationRule): string =>
  channelFieldNames('recipientsField')
    .flatMap((field) => rule[field])
    .join(', ');
