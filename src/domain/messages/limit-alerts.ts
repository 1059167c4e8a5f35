import type { Alert } from '../../schema/records/alert.js';
import { LIMIT_ALERT_NAMES } from '../../schema/records/alert-names.js';
import type { Source } from '../../schema/devices/device.js';
import type { ChannelName, UsageThreshold } from '../../schema/messages/message.js';

/** What the gateway says of a device by itself: that is no sign of the device. */
export const GATEWAY_SOURCE: Source = { protocol: 'gateway' };

type LimitUsage = {
  readonly percent: UsageThreshold;
  readonly used: number;
  readonly limit: number;
  readonly date: string;
};

/** `now`: ms since 1970. */
export const limitAlert = (channel: ChannelName, { percent, used, limit, date }: LimitUsage, now: number): Alert => ({
  dateTime: new Date(now).toISOString(),
  alerts: [LIMIT_ALERT_NAMES[channel][percent]],
  text: `${used} of ${limit} ${channel === 'email' ? 'emails' : 'SMS'} of ${date} are sent`,
});
