import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { failure, success, type Result } from '../errors.js';
import { CHANNELS } from './channels.js';
import { isMailAddress } from './messages/mail-address.js';
import { isPortPath } from './ports/port-path.js';
import { isCountry, isTimeZone } from './countries-and-zones.js';

/** Checks an untrusted value against one schema. The value is not copied; defaults of the schema are filled in. */
export type Validator<T> = ((value: unknown) => Result<T>) & { readonly schema: object };

const isDateTime = fullFormats['date-time'] as { validate: (text: string) => boolean };

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    // One error is enough for a response, and a hostile body cannot make a list of errors grow.
    allErrors: false,
    useDefaults: true,
    coerceTypes,
    strict: true,
    strictRequired: false, // `anyOf` of `required` means "one of these", with the properties outside of it
    allowUnionTypes: true,
    discriminator: true,
  });
  // An annotation: the unit of a tracker setting.
  ajv.addKeyword('unit');
  ajv.addFormat('date-time', {
    // RFC 3339 allows a leap second, which `Date` cannot represent.
    validate: (text: string) => isDateTime.validate(text) && !Number.isNaN(Date.parse(text)),
  });
  ajv.addFormat('date', fullFormats.date);
  ajv.addFormat('time-zone', { validate: isTimeZone });
  ajv.addFormat('origin', { validate: isOrigin });
  ajv.addFormat('port-path', { validate: isPortPath });
  ajv.addFormat('sender', { validate: (text: string) => text === '' || isMailAddress(text) });
  for (const { address } of Object.values(CHANNELS)) ajv.addFormat(address.format, { validate: address.isValid });
  ajv.addFormat('country', { validate: isCountry });
  return ajv;
}

const valueAjv = createAjv(false);
const queryAjv = createAjv(true);

/** A validator for `schema`, with the type derived from it. Compiling takes milliseconds: create it once, at load. */
export const validator = <const S extends JSONSchema>(schema: S): Validator<FromSchema<S>> =>
  compile<FromSchema<S>>(valueAjv, schema as object);

/** The same for a schema whose type cannot be derived, or takes too long to derive. */
export const validatorOf = <T>(schema: object): Validator<T> => compile<T>(valueAjv, schema);

/** The same for query parameters, which are all text: `limit=10` is a number if the schema has one. */
export const queryValidator = <const S extends JSONSchema>(schema: S): Validator<FromSchema<S>> =>
  compile<FromSchema<S>>(queryAjv, schema as object);

/** Compiles on the first value: compiling all schemas would take a third of the startup time. */
function compile<T>(ajv: Ajv2020, schema: object): Validator<T> {
  let check: ValidateFunction | undefined;
  const run = (value: unknown): Result<T> => {
    check ??= ajv.compile(schema);
    return check(value) ? success(value as T) : failure('validation_failed', describeError((check.errors ?? [])[0]));
  };
  return Object.assign(run, { schema });
}

/** A check in code for a body with several forms, and the schema that documents it. */
export const customValidator = <T>(schema: object, read: (value: unknown) => Result<T>): Validator<T> =>
  Object.assign((value: unknown) => read(value), { schema });

/** Names the field, then what is wrong: `/location/latitude must be <= 90`. */
function describeError(error: ErrorObject | undefined): string {
  if (error === undefined) return 'is not valid';
  const location = error.instancePath === '' ? 'the body' : error.instancePath;
  const params = error.params as Record<string, unknown>;
  if (typeof params.additionalProperty === 'string') {
    return `${error.instancePath}/${escapePointer(params.additionalProperty)} is not a known field`;
  }
  if (typeof params.missingProperty === 'string') return `${error.instancePath}/${params.missingProperty} is missing`;
  if (Array.isArray(params.allowedValues)) return `${location} must be one of ${params.allowedValues.join(', ')}`;
  if (params.format === 'date-time')
    return `${location} must be an ISO 8601 time with its zone, like 2026-11-21T08:22:34Z`;
  if (params.format === 'origin') return `${location} must be one exact origin, like https://depot.example:8443`;
  if (params.format === 'port-path')
    return `${location} must be a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)`;
  if (params.format === 'sender') return `${location} must be a mail address, like depot@example.com`;
  const address = Object.values(CHANNELS).find((channel) => channel.address.format === params.format)?.address;
  if (address !== undefined) return `${location} must be ${address.rule}`;
  if (params.format === 'country') return `${location} must be a country's ISO 3166-1 alpha-2 code, like ES`;
  if (params.format === 'time-zone') return `${location} must be an IANA time zone, like Europe/Madrid`;
  return `${location} ${error.message ?? 'is not valid'}`;
}

/** Accepts an origin as browsers send it (RFC 6454, 6.2): no path, no default port, no wildcard. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'http:' || protocol === 'https:');
}

/** Escapes a field name for a JSON pointer (RFC 6901, 3). */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
