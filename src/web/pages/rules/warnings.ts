import type { DeviceView } from '../../../schema/device.js';
import type { Group } from '../../../schema/group.js';
import type { FullHealth } from '../../../schema/health.js';
import type { ChannelName } from '../../../schema/message.js';
import type { Notification } from '../../../schema/notification.js';

export type ChannelView = FullHealth['outbox']['channels'][number];

/** Why somebody whom a rule names would not be told. */
export type Warning =
  | { readonly of: 'channel'; readonly channel: ChannelName; readonly to: readonly string[] }
  | { readonly of: 'limit'; readonly channel: ChannelName; readonly deviceIds: readonly string[] }
  | { readonly of: 'noAlert' | 'noDevice' | 'noMember' };

export type Around = {
  readonly channels: readonly ChannelView[];
  readonly groups: readonly Group[];
  readonly devices: readonly Pick<DeviceView, 'id' | 'limits'>[];
};

/** All that stands between a rule and those whom it is to tell, as far as it can be told before. */
export function warningsOf(rule: Notification, { channels, groups, devices }: Around): readonly Warning[] {
  const members = new Set([
    ...(rule.devices === 'all' ? [] : rule.devices),
    ...groups.filter(({ id }) => rule.groups.includes(id)).flatMap((group) => group.devices),
  ]);
  const about = rule.devices === 'all' ? devices : devices.filter(({ id }) => members.has(id));
  const namesNone = rule.devices !== 'all' && rule.devices.length === 0 && rule.groups.length === 0;
  const isEmpty = rule.devices !== 'all' && members.size === 0;
  return [
    ...(rule.alerts.length === 0 ? [{ of: 'noAlert' } as const] : []),
    ...(namesNone ? [{ of: 'noDevice' } as const] : isEmpty ? [{ of: 'noMember' } as const] : []),
    ...ofChannel('email', rule.emails),
    ...ofChannel('sms', rule.phones),
  ];

  function ofChannel(name: ChannelName, to: readonly string[]): readonly Warning[] {
    if (to.length === 0) return [];
    if (!channels.some((channel) => channel.name === name)) return [{ of: 'channel', channel: name, to }];
    const closed = about.filter(({ limits }) => limits[limitOf[name]] === 0).map(({ id }) => id);
    return closed.length === 0 ? [] : [{ of: 'limit', channel: name, deviceIds: closed }];
  }
}

const limitOf = { email: 'dailyEmailLimit', sms: 'dailySmsLimit' } as const;
