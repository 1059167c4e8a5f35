import type { Alert } from '../schema/alert.js';
import type { Source } from '../schema/device.js';
import type { ChannelName, NoticePercent } from '../schema/message.js';

const names: Readonly<Record<ChannelName, Readonly<Record<NoticePercent, string>>>> = {
  email: { 80: 'EmailLimit80', 100: 'EmailLimit100' },
  sms: { 80: 'SmsLimit80', 100: 'SmsLimit100' },
};

/** What the gateway says of a device by itself: that is no sign of the device. */
export const gatewaySource: Source = { protocol: 'gateway' };

/** Alerts of the gateway itself: so much of a daily limit is used. */
export const limitNotices: ReadonlySet<string> = new Set(Object.values(names).flatMap((of) => Object.values(of)));

type Used = { readonly percent: NoticePercent; readonly used: number; readonly limit: number; readonly date: string };

/** `now`: ms since 1970. */
export const limitNotice = (channel: ChannelName, { percent, used, limit, date }: Used, now: number): Alert => ({
  dateTime: new Date(now).toISOString(),
  alerts: [names[channel][percent]],
  text: `${used} of ${limit} ${channel === 'email' ? 'emails' : 'SMS'} of ${date} are sent`,
});
