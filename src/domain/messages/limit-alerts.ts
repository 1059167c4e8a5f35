import type { Alert } from '../../schema/records/alert.js';
import type { Source } from '../../schema/devices/device.js';
import { CHANNELS, type QuotaChannel, type UsageThreshold } from '../../schema/channels.js';

/** Source of the alerts that the gateway raises: they are no contact with the device. */
export const GATEWAY_SOURCE: Source = { protocol: 'gateway' };

type LimitUsage = {
  readonly percent: UsageThreshold;
  readonly used: number;
  readonly limit: number;
  readonly date: string;
};

/** `now`: ms since 1970. */
export const limitAlert = (channel: QuotaChannel, { percent, used, limit, date }: LimitUsage, now: number): Alert => ({
  dateTime: new Date(now).toISOString(),
  alerts: [CHANNELS[channel].limitAlerts[percent]],
  text: `${used} of ${limit} ${CHANNELS[channel].labels.units} sent on ${date}`,
});
