import type { SuntechReport } from './fields.js';

/** The name of an alert by its number; null: back to normal, no alert. */
type AlertNames = Readonly<Record<number, string | null>>;

/** Shorted to ground, and open again. */
const INPUT_EVENTS: AlertNames = {
  1: 'Sensor1On',
  2: 'Sensor1Off',
  3: 'Sensor2On',
  4: 'Sensor2Off',
  5: 'Sensor3On',
  6: 'Sensor3Off',
};

/** The table of domain/records/alert-name has the API's names of the numbers 1 (panic button) and 3 (main power). */
const EMERGENCIES: AlertNames = {
  2: 'ParkingLock',
  5: 'AntiTheft',
  6: 'AntiTheftDoor',
  7: 'Movement',
  8: 'AntiTheftShock',
};

/** The table of domain/records/alert-name has the API's names of other numbers. */
const ALERTS: AlertNames = {
  // Speed within the limit again; antenna connected again.
  2: null,
  3: 'AntennaFault',
  4: null,
  8: 'AntennaFault',
  9: 'SleepStart',
  10: 'SleepStop',
  13: 'BackupBatteryFault',
  14: 'VehicleBatteryLow',
  15: 'Shock',
  16: 'Crash',
  18: 'RouteLeft',
  19: 'RouteEntered',
  // Of the engine, as its bus states it.
  24: 'EngineTemperatureHigh',
  25: 'OilPressureFault',
  26: 'EngineOverspeed',
  27: 'HarshBraking',
  28: 'EngineFault',
  33: 'IgnitionOn',
  34: 'IgnitionOff',
  40: 'ExternalPowerOn',
  44: 'BackupBatteryOn',
  45: 'BackupBatteryOff',
  46: 'HarshAcceleration',
  47: 'HarshBraking',
  48: 'HarshTurning',
  50: 'Jamming',
  59: 'DriverIdentified',
  60: 'DriverRemoved',
  61: 'IdlingStart',
  62: 'NoMovementTime',
  63: 'Coasting',
  64: 'EngineOverspeed',
  68: 'IdlingStart',
  69: 'IdlingStop',
  73: 'FuelJumpDown',
  75: 'TemperatureGreaterThan',
};

const NAMES: Readonly<Record<SuntechReport['type'], AlertNames | undefined>> = {
  STT: undefined,
  UEX: undefined,
  EMG: EMERGENCIES,
  EVT: INPUT_EVENTS,
  ALT: ALERTS,
};

/** The name of the alert of a report, if any; an unknown number is named after its report. */
export function alertNameOf({ type, family, event }: SuntechReport): string | undefined {
  const names = NAMES[type];
  if (names === undefined) return undefined;
  // No public document gives the numbers of this model.
  if (family === 'ST910') return type === 'EMG' && event !== undefined ? `ST910 EMG ${event}` : `ST910 ${type}`;
  const name = event === undefined ? undefined : names[event];
  return name === undefined ? `${type} ${event ?? ''}`.trimEnd() : (name ?? undefined);
}
