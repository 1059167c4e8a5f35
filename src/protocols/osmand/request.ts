import { KMH, KNOT, speedIn } from '../../domain/records/speed.js';
import { driverIdOf } from '../../domain/records/driver.js';
import { isDeviceId } from '../../domain/devices/device.js';
import { isObject } from '../../domain/json.js';
import { failure, jsonPlaceOf, success, type Result } from '../../errors.js';
import { createFieldReader, type FieldReader } from './fields.js';
import { parseTime } from './time.js';

/** Traccar Client sends its stored fixes one by one; a body of 16 KiB has room for no more than these. */
const MAX_FIXES = 100;
/** Traccar Client up to version 8 sends knots; OsmAnd sends m/s, which its URL then has to state. */
const SPEED_UNITS: Readonly<Record<string, number>> = { kn: KNOT, 'km/h': KMH, 'm/s': 1 };
const OPEN_BRACE = '{';
const METERS_PER_KM = 1000;

/** What a request states about one moment. */
export type OsmandFix = {
  /** ms since 1970 */
  readonly time?: number | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** m/s */
  readonly speed?: number | undefined;
  readonly course?: number | undefined;
  readonly altitude?: number | undefined;
  readonly accuracy?: number | undefined;
  /** % */
  readonly battery?: number | undefined;
  readonly alarm?: string | undefined;
  /** km */
  readonly mileage?: number;
  readonly driverId?: string;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
};

export type OsmandRequest = { readonly deviceId: string; readonly fixes: readonly OsmandFix[] };

/** Reads a query string, a form, or the JSON of newer apps. */
export function readRequest(text: string): Result<OsmandRequest> {
  const fields = createFieldReader();
  const request = text.trimStart().startsWith(OPEN_BRACE) ? readJson(fields, text) : readQuery(fields, text);
  const problem = fields.problem();
  return problem === undefined ? success(request) : failure('validation_failed', problem);
}

function readQuery(fields: FieldReader, text: string): OsmandRequest {
  const query = new URLSearchParams(text);
  const value = (name: string): string | undefined => query.get(name) ?? undefined;
  const deviceId = readDeviceId(fields, 'id', value('id') ?? value('deviceid'));
  const unit = SPEED_UNITS[value('speedUnit') ?? 'kn'];
  if (unit === undefined) fields.fail(`speedUnit must be one of ${Object.keys(SPEED_UNITS).join(', ')}`);
  const [latitude, longitude] = value('location')?.split(',') ?? [value('lat'), value('lon')];
  const speed = fields.positive('speed', value('speed'));
  const { ignition, engineSeconds, ...vehicle } = readVehicle(Object.fromEntries(query));
  return {
    deviceId,
    fixes: [
      {
        time: readTime(fields, value('timestamp')),
        ...readPlace(fields, latitude, longitude, fields.boolean('valid', value('valid')) !== false),
        speed: speed === undefined || unit === undefined ? undefined : speedIn(unit, speed),
        course: fields.positive('bearing', value('bearing') ?? value('heading')),
        altitude: fields.number('altitude', value('altitude')),
        accuracy: fields.positive('accuracy', value('accuracy')),
        battery: fields.positive('batt', value('batt')),
        alarm: fields.text('alarm', value('alarm')),
        ...vehicle,
        attributes: {
          hdop: fields.positive('hdop', value('hdop')),
          charging: fields.boolean('charge', value('charge')),
          ignition,
          engineSeconds,
        },
      },
    ],
  };
}

function readJson(fields: FieldReader, text: string): OsmandRequest {
  const body = fields.object('the body', parseJson(fields, text)) ?? {};
  const deviceId = readDeviceId(fields, 'device_id', body.device_id);
  const { location } = body;
  const locations: readonly unknown[] = Array.isArray(location) ? location : [location];
  if (locations.length > MAX_FIXES) fields.fail(`location must have at most ${MAX_FIXES} items`);
  return { deviceId, fixes: locations.slice(0, MAX_FIXES).map((one) => readJsonFix(fields, one, body.driverUniqueId)) };
}

function parseJson(fields: FieldReader, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    fields.fail(`the body is not JSON${jsonPlaceOf(error)}`);
    return {};
  }
}

function readJsonFix(fields: FieldReader, value: unknown, driverUniqueId: unknown): OsmandFix {
  const location = fields.object('location', value);
  if (location === undefined) fields.fail('location is missing');
  const { timestamp, event, alarm, mock, is_moving: isMoving } = location ?? {};
  const coords = fields.object('location.coords', location?.coords) ?? {};
  const battery = fields.object('location.battery', location?.battery) ?? {};
  const activity = fields.object('location.activity', location?.activity) ?? {};
  const level = fields.positive('location.battery.level', battery.level);
  const extras = isObject(location?.extras) ? location.extras : {};
  // An app that does not count the way sends 0.
  const odometer = location?.odometer === 0 ? undefined : location?.odometer;
  const { ignition, engineSeconds, ...vehicle } = readVehicle({ driverUniqueId, ...extras, ...location, odometer });
  return {
    time: readTime(fields, timestamp),
    ...readPlace(fields, coords.latitude, coords.longitude, true),
    speed: fields.positive('location.coords.speed', coords.speed),
    course: fields.positive('location.coords.heading', coords.heading),
    altitude: fields.number('location.coords.altitude', coords.altitude),
    accuracy: fields.positive('location.coords.accuracy', coords.accuracy),
    battery: level === undefined ? undefined : level * 100,
    alarm: fields.text('location.alarm', alarm),
    ...vehicle,
    attributes: {
      charging: fields.boolean('location.battery.is_charging', battery.is_charging),
      moving: fields.boolean('location.is_moving', isMoving),
      event: fields.text('location.event', event),
      activity: fields.text('location.activity.type', activity.type),
      // Set by the user for tests: the position is not that of the telephone.
      mock: fields.boolean('location.mock', mock),
      ignition,
      engineSeconds,
    },
  };
}

/** The reason does not quote the id, which may be long. */
function readDeviceId(fields: FieldReader, name: string, value: unknown): string {
  if (value === undefined || value === '') fields.fail(`${name} is missing: set the id of the device in the app`);
  else if (typeof value !== 'string' || !isDeviceId(value)) {
    fields.fail(`${name} must be an id: 1 to 64 letters, digits, dots, colons, underscores and hyphens`);
  } else return value;
  return '';
}

/** Both or none; a position that the app marks as not valid is none. */
function readPlace(
  fields: FieldReader,
  latitudeValue: unknown,
  longitudeValue: unknown,
  isValid: boolean,
): Pick<OsmandFix, 'latitude' | 'longitude'> {
  const latitude = fields.number('lat', latitudeValue);
  const longitude = fields.number('lon', longitudeValue);
  if ((latitude === undefined) !== (longitude === undefined)) {
    fields.fail(`${latitude === undefined ? 'lat' : 'lon'} is missing`);
  }
  return isValid ? { latitude, longitude } : {};
}

function readTime(fields: FieldReader, value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : value;
  // A negative number is unknown to the app.
  const isUnknown = typeof text === 'string' ? text === '' : fields.positive('timestamp', text) === undefined;
  if (isUnknown) return undefined;
  const time = parseTime(text as string | number);
  if (time === undefined) {
    fields.fail(
      'timestamp must be seconds or ms since 1970, or date and time as 2026-11-26T10:00:00Z, UTC without a zone',
    );
  }
  return time;
}

type Measured = Pick<OsmandFix, 'mileage' | 'driverId'> & {
  readonly ignition?: boolean;
  readonly engineSeconds?: number;
};

/** Values of vehicles. One that cannot be read is left out: it is no reason to refuse a fix. */
function readVehicle(values: Readonly<Record<string, unknown>>): Measured {
  const fields = createFieldReader();
  const odometer = fields.positive('odometer', values.odometer);
  const hours = fields.positive('hours', values.hours);
  const ignition = fields.boolean('ignition', values.ignition);
  const { driverUniqueId: driver } = values;
  const driverId = typeof driver === 'string' || typeof driver === 'number' ? driverIdOf(String(driver)) : undefined;
  return {
    ...(odometer !== undefined && { mileage: odometer / METERS_PER_KM }),
    ...(hours !== undefined && { engineSeconds: Math.round(hours / 1000) }),
    ...(ignition !== undefined && { ignition }),
    ...(driverId !== undefined && { driverId }),
  };
}
