import { KMH, KNOT, speedIn } from '../../domain/records/speed.js';
import { isDeviceId } from '../../domain/devices/device.js';
import { failure, messageOf, success, type Result } from '../../errors.js';
import { createFieldReader, type FieldReader } from './fields.js';

/** Traccar Client sends its stored fixes one by one; a body of 16 KiB has room for no more than these. */
const MAX_FIXES = 100;
/** Traccar Client up to version 8 sends knots; OsmAnd sends m/s, which its URL then has to state. */
const SPEED_UNITS: Readonly<Record<string, number>> = { kn: KNOT, 'km/h': KMH, 'm/s': 1 };
const OPEN_BRACE = '{';

/** What a request states about one moment. */
export type OsmandFix = {
  /** ms since 1970, or with a zone */
  readonly time?: number | string | undefined;
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
        attributes: {
          hdop: fields.positive('hdop', value('hdop')),
          charging: fields.boolean('charge', value('charge')),
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
  return { deviceId, fixes: locations.slice(0, MAX_FIXES).map((one) => readJsonFix(fields, one)) };
}

function parseJson(fields: FieldReader, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    fields.fail(`the body is not JSON: ${messageOf(error)}`);
    return {};
  }
}

function readJsonFix(fields: FieldReader, value: unknown): OsmandFix {
  const location = fields.object('location', value);
  if (location === undefined) fields.fail('location is missing');
  const { timestamp, event, alarm, mock, is_moving: isMoving } = location ?? {};
  const coords = fields.object('location.coords', location?.coords) ?? {};
  const battery = fields.object('location.battery', location?.battery) ?? {};
  const activity = fields.object('location.activity', location?.activity) ?? {};
  const level = fields.positive('location.battery.level', battery.level);
  return {
    time: readTime(fields, timestamp),
    ...readPlace(fields, coords.latitude, coords.longitude, true),
    speed: fields.positive('location.coords.speed', coords.speed),
    course: fields.positive('location.coords.heading', coords.heading),
    altitude: fields.number('location.coords.altitude', coords.altitude),
    accuracy: fields.positive('location.coords.accuracy', coords.accuracy),
    battery: level === undefined ? undefined : level * 100,
    alarm: fields.text('location.alarm', alarm),
    attributes: {
      charging: fields.boolean('location.battery.is_charging', battery.is_charging),
      moving: fields.boolean('location.is_moving', isMoving),
      event: fields.text('location.event', event),
      activity: fields.text('location.activity.type', activity.type),
      // Set by the user for tests: the position is not that of the telephone.
      mock: fields.boolean('location.mock', mock),
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

/** Seconds have fewer digits than ms: 10^11 s is the year 5138, 10^11 ms is 1973. */
const MAX_SECONDS = 1e11;
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;

function readTime(fields: FieldReader, value: unknown): number | string | undefined {
  if (typeof value === 'string') {
    // A plus sign that is not escaped in a query is a space.
    const text = value.replace(/ (?=\d\d:?\d\d$)/, '+');
    if (WITH_ZONE.test(text)) return text.replace(/(?<=[+-]\d\d)(?=\d\d$)/, ':');
    if (!/^\d{1,14}(?:\.\d{1,9})?$/.test(text) && text !== '') {
      fields.fail('timestamp must be seconds or ms since 1970, or ISO 8601 with a zone');
      return undefined;
    }
  }
  const number = fields.positive('timestamp', value);
  return number === undefined || number >= MAX_SECONDS ? number : number * 1000;
}
