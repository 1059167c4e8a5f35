/** Alerts that the API knows by name; trackers raise others as well. */
export const knownAlerts = [
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

/** What the gateway itself raises when so much of a device's daily limit is used: `all` is without them. */
export const limitNotices = ['EmailLimit80', 'EmailLimit100', 'SmsLimit80', 'SmsLimit100'] as const;

const offered: ReadonlySet<string> = new Set([...knownAlerts, ...limitNotices]);

/** Names for which there is nothing to tick. */
export const othersOf = (names: readonly string[]): readonly string[] => names.filter((name) => !offered.has(name));
