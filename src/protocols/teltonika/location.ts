import { KMH, speedIn } from '../../domain/records/speed.js';
import type { Location } from '../../schema/records/location.js';
import { valueOf, type AvlElements, type AvlRecord } from './avl.js';
import { driverOf } from './drivers.js';

const MAX_TIME = Date.UTC(9999, 0, 1);

/** m; the least that a location may have */
const MIN_ALTITUDE = -20_000;

const BATTERY_LEVEL = 113;
const ODOMETER = 16;
const INPUTS = [1, 2, 3, 4];
const OUTPUTS = [179, 180];
const TEMPERATURES = [72, 73] as const;
/** tenths of a degree; outside, and 850, are error codes of the sensor */
const MIN_TEMPERATURE = -550;
const MAX_TEMPERATURE = 1_150;
const SENSOR_NOT_READY = 850;

/** Elements of the same meaning on all models that use this id with this size, by the name of the attribute. */
const ATTRIBUTES: readonly { id: number; bytes: 1 | 2 | 4; name: string; scale: number | 'switch' }[] = [
  { id: 239, bytes: 1, name: 'ignition', scale: 'switch' },
  { id: 240, bytes: 1, name: 'movement', scale: 'switch' },
  // 0 to 5
  { id: 21, bytes: 1, name: 'gsmSignal', scale: 1 },
  // V
  { id: 66, bytes: 2, name: 'externalVoltage', scale: 1000 },
  { id: 67, bytes: 2, name: 'batteryVoltage', scale: 1000 },
  { id: 182, bytes: 2, name: 'hdop', scale: 10 },
];

export const hasTime = ({ time }: AvlRecord): boolean => time < MAX_TIME;

/**
 * Without satellites, the position is the last known one, or zero, with course and speed 0. The GNSS status (element 69)
 * does not decide: it is that of sending, and a record with satellites is a fix although the receiver sleeps by then. A
 * tracker whose clock is not set and that is at 0,0 has had no fix yet.
 */
export const hasFix = (record: AvlRecord): boolean =>
  record.satellites > 0 && (record.latitude !== 0 || record.longitude !== 0 || hasTime(record));

/** Why a record with a fix gives no location; undefined if it gives one. */
export function implausibilityOf(record: AvlRecord): string | undefined {
  if (!hasTime(record)) return 'its time is not set';
  if (Math.abs(record.latitude) > 90) return 'its latitude is beyond 90 degrees';
  return Math.abs(record.longitude) > 180 ? 'its longitude is beyond 180 degrees' : undefined;
}

/** The location of a plausible record with a fix. */
export function toLocation(record: AvlRecord, dateTime: string): Location {
  const { latitude, longitude, altitude, course, satellites, speed, elements, event } = record;
  const location: Location = {
    dateTime,
    latitude,
    longitude,
    speed: speedIn(KMH, speed),
    satellites,
  };
  if (altitude >= MIN_ALTITUDE) location.altitude = altitude;
  if (course <= 360) location.course = course % 360;
  const battery = valueOf(elements, BATTERY_LEVEL, 1);
  if (battery !== undefined && battery <= 100) location.battery = battery;
  const odometer = valueOf(elements, ODOMETER, 4);
  if (odometer !== undefined) location.milleage = odometer / 1000;
  const [temperature, temperature2] = TEMPERATURES.map((id) => temperatureOf(elements, id));
  if (temperature !== undefined) location.temperature = temperature;
  if (temperature2 !== undefined) location.temperature2 = temperature2;
  const [inputs, outputs] = [switchesOf(elements, INPUTS), switchesOf(elements, OUTPUTS)];
  if (inputs.length > 0) location.inputs = inputs;
  if (outputs.length > 0) location.outputs = outputs;
  const driverId = driverOf(elements);
  location.attributes = {
    ...attributesOf(elements),
    ...(driverId !== undefined && { driverId }),
    ...(event > 0 && { event }),
  };
  return location;
}

/** °C */
function temperatureOf(elements: AvlElements, id: number): number | undefined {
  const raw = valueOf(elements, id, 4);
  if (raw === undefined) return undefined;
  const tenths = raw | 0;
  const isMeasured = tenths >= MIN_TEMPERATURE && tenths <= MAX_TEMPERATURE && tenths !== SENSOR_NOT_READY;
  return isMeasured ? tenths / 10 : undefined;
}

/** From the first one on, up to the first that is missing. */
function switchesOf(elements: AvlElements, ids: readonly number[]): boolean[] {
  const values = ids.map((id) => valueOf(elements, id, 1));
  const end = values.findIndex((value) => value === undefined || value > 1);
  return values.slice(0, end < 0 ? values.length : end).map((value) => value === 1);
}

function attributesOf(elements: AvlElements): Record<string, number | boolean> {
  const attributes: Record<string, number | boolean> = {};
  for (const { id, bytes, name, scale } of ATTRIBUTES) {
    const value = valueOf(elements, id, bytes);
    if (value !== undefined) attributes[name] = scale === 'switch' ? value === 1 : value / scale;
  }
  return attributes;
}
