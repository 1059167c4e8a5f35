import type { ChannelName, UsageThreshold } from '../messages/message.js';

/** Alert names, each defined once. Imports types only, because the dashboard uses this file. */

/** The names in the API documentation; trackers raise others as well. */
export const KNOWN_ALERTS = [
  'SOSButton',
  'BatteryLow',
  'SpeedLimit',
  'ForbiddenArea',
  'AllowedArea',
  'NoMovementTime',
  'GPSOff',
  'GPSNoSignal',
  'GPSUnplugged',
  'TemperatureGreaterThan',
  'TemperatureLowerThan',
  'FuelJumpDown',
  'FuelJumpUp',
  'Sensor1On',
  'Sensor1Off',
  'Sensor2On',
  'Sensor2Off',
  'Sensor3On',
  'Sensor3Off',
  'Sensor4On',
  'Sensor4Off',
] as const;

/** The gateway raises these when 80 % and 100 % of a daily limit are used. */
export const LIMIT_ALERT_NAMES = {
  email: { 80: 'EmailLimit80', 100: 'EmailLimit100' },
  sms: { 80: 'SmsLimit80', 100: 'SmsLimit100' },
} as const satisfies Record<ChannelName, Record<UsageThreshold, string>>;

/** A rule for `all` alerts excludes these. */
export const LIMIT_ALERTS: readonly string[] = Object.values(LIMIT_ALERT_NAMES).flatMap((names) =>
  Object.values(names),
);
