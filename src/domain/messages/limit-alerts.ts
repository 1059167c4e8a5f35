import type { Alert } from '../../schema/records/alert.js';
import type { Source } from '../../schema/devices/device.js';
import type { ChannelName, UsageThreshold } from '../../schema/messages/message.js';

const ALERT_NAMES: Readonly<Record<ChannelName, Readonly<Record<UsageThreshold, string>>>> = {
  email: { 80: 'EmailLimit80', 100: 'EmailLimit100' },
  sms: { 80: 'SmsLimit80', 100: 'SmsLimit100' },
};

/** What the gateway says of a device by itself: that is no sign of the device. */
export const GATEWAY_SOURCE: Source = { protocol: 'gateway' };

/** Alerts of the gateway itself: so much of a daily limit is used. */
export const LIMIT_ALERTS: ReadonlySet<string> = new Set(Object.values(ALERT_NAMES).flatMap((of) => Object.values(of)));

type LimitUsage = {
  readonly percent: UsageThreshold;
  readonly used: number;
  readonly limit: number;
  readonly date: string;
};

/** `now`: ms since 1970. */
export const limitAlert = (channel: ChannelName, { percent, used, limit, date }: LimitUsage, now: number): Alert => ({
  dateTime: new Date(now).toISOString(),
  alerts: [ALERT_NAMES[channel][percent]],
  text: `${used} of ${limit} ${channel === 'email' ? 'emails' : 'SMS'} of ${date} are sent`,
});
