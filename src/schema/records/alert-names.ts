import { CHANNELS, QUOTA_CHANNELS } from '../channels.js';

/** Alert names, each defined once. Imports no library, because the dashboard uses this file. */

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

/** They need a person, unless the settings have other names. */
export const ATTENTION_ALERTS = ['SOSButton', 'Crash', 'Tow', 'Jamming', 'GPSUnplugged'] as const;

/** The gateway raises these for trackers that number their records. */
export const SEQUENCE_ALERTS = { lost: 'seqLost', refused: 'seqRefused', conflict: 'seqConflict' } as const;

/** The gateway raises these when 80 % and 100 % of a daily limit are used. A rule for `all` alerts excludes them. */
export const LIMIT_ALERTS: readonly string[] = QUOTA_CHANNELS.flatMap((channel) =>
  Object.values(CHANNELS[channel].limitAlerts),
);
