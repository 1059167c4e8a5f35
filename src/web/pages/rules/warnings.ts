import type { DeviceView } from '../../../schema/devices/device.js';
import type { Group } from '../../../schema/devices/group.js';
import type { FullHealth } from '../../../schema/system/health.js';
import { CHANNEL_NAMES, CHANNELS, hasQuota, type ChannelName } from '../../../schema/channels.js';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';

export type ChannelView = FullHealth['outbox']['channels'][number];

/** Why a recipient of a rule would not be notified. */
export type RuleWarning =
  | { readonly kind: 'channel'; readonly channel: ChannelName; readonly to: readonly string[] }
  | { readonly kind: 'limit'; readonly channel: ChannelName; readonly deviceIds: readonly string[] }
  | { readonly kind: 'noAlert' | 'noDevice' | 'noMember' };

export type WarningContext = {
  readonly channels: readonly ChannelView[];
  readonly groups: readonly Group[];
  readonly devices: readonly Pick<DeviceView, 'id' | 'limits'>[];
};

/** Lists all reasons known in advance why a rule would not notify its recipients. */
export function findWarnings(
  rule: NotificationRule,
  { channels, groups, devices }: WarningContext,
): readonly RuleWarning[] {
  const members = new Set([
    ...(rule.devices === 'all' ? [] : rule.devices),
    ...groups.filter(({ id }) => rule.groups.includes(id)).flatMap((group) => group.devices),
  ]);
  const coveredDevices = rule.devices === 'all' ? devices : devices.filter(({ id }) => members.has(id));
  const namesNoDevice = rule.devices !== 'all' && rule.devices.length === 0 && rule.groups.length === 0;
  const isEmpty = rule.devices !== 'all' && members.size === 0;
  return [
    ...(rule.alerts.length === 0 ? [{ kind: 'noAlert' } as const] : []),
    ...(namesNoDevice ? [{ kind: 'noDevice' } as const] : isEmpty ? [{ kind: 'noMember' } as const] : []),
    ...CHANNEL_NAMES.flatMap((name) => channelWarnings(name, rule[CHANNELS[name].recipientsField])),
  ];

  function channelWarnings(name: ChannelName, to: readonly string[]): readonly RuleWarning[] {
    if (to.length === 0) return [];
    if (!channels.some((channel) => channel.name === name)) return [{ kind: 'channel', channel: name, to }];
    if (!hasQuota(name)) return [];
    const blocked = coveredDevices.filter(({ limits }) => limits[CHANNELS[name].limitField] === 0).map(({ id }) => id);
    return blocked.length === 0 ? [] : [{ kind: 'limit', channel: name, deviceIds: blocked }];
  }
}
