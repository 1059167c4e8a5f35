/** Alerts that the API knows by name; trackers raise others as well. */
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

/** What the gateway itself raises when so much of a device's daily limit is used: `all` is without them. */
export const LIMIT_ALERTS = ['EmailLimit80', 'EmailLimit100', 'SmsLimit80', 'SmsLimit100'] as const;

const LISTED_ALERTS: ReadonlySet<string> = new Set([...KNOWN_ALERTS, ...LIMIT_ALERTS]);

/** Names for which there is nothing to tick. */
export const unlistedAlerts = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !LISTED_ALERTS.has(name));
