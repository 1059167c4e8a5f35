import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { failure, success, type Result } from '../errors.js';
import { isMailAddress } from './messages/mail-address.js';
import { isPortPath } from './ports/port-path.js';
import { isOrigin } from './origin.js';
import { isCountry, isTimeZone } from './countries-and-zones.js';
import { isTelephoneNumber } from './messages/telephone-number.js';

/** Checks a value of unknown origin against one schema. The value is not copied; defaults of the schema are filled in. */
export type Validator<T> = ((value: unknown) => Result<T>) & { readonly schema: object };

const isDateTime = fullFormats['date-time'] as { validate: (text: string) => boolean };

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    // One error is enough to answer with, and a hostile body cannot make a list of them grow.
    allErrors: false,
    useDefaults: true,
    coerceTypes,
    strict: true,
    strictRequired: false, // `anyOf` of `required` says "one of these", with the properties beside it
    allowUnionTypes: true,
    discriminator: true,
  });
  // An annotation: the unit of a tracker setting.
  ajv.addKeyword('unit');
  ajv.addFormat('date-time', {
    // The format of RFC 3339 allows a leap second, which no clock here can hold.
    validate: (text: string) => isDateTime.validate(text) && !Number.isNaN(Date.parse(text)),
  });
  ajv.addFormat('date', fullFormats.date);
  ajv.addFormat('time-zone', { validate: isTimeZone });
  ajv.addFormat('origin', { validate: isOrigin });
  ajv.addFormat('port-path', { validate: isPortPath });
  ajv.addFormat('sender', { validate: (text: string) => text === '' || isMailAddress(text) });
  ajv.addFormat('mail-address', { validate: isMailAddress });
  ajv.addFormat('telephone-number', { validate: isTelephoneNumber });
  ajv.addFormat('country', { validate: isCountry });
  return ajv;
}

const valueAjv = createAjv(false);
const queryAjv = createAjv(true);

/** A validator for `schema`; its type follows from the schema. Compiling takes milliseconds: make it once, at load. */
export const validator = <const S extends JSONSchema>(schema: S): Validator<FromSchema<S>> =>
  compile<FromSchema<S>>(valueAjv, schema as object);

/** The same for a schema whose type can not be told from it, or takes too long to. */
export const validatorOf = <T>(schema: object): Validator<T> => compile<T>(valueAjv, schema);

/** The same for parameters of a query, which are all text: `limit=10` is a number if the schema says so. */
export const queryValidator = <const S extends JSONSchema>(schema: S): Validator<FromSchema<S>> =>
  compile<FromSchema<S>>(queryAjv, schema as object);

/** With its first value: all of them together would be a third of the start. */
function compile<T>(ajv: Ajv2020, schema: object): Validator<T> {
  let check: ValidateFunction | undefined;
  const run = (value: unknown): Result<T> => {
    check ??= ajv.compile(schema);
    return check(value) ? success(value as T) : failure('validation_failed', describeError((check.errors ?? [])[0]));
  };
  return Object.assign(run, { schema });
}

/** A check that tells several shapes apart, and the schema that stands for it in the documentation. */
export const customValidator = <T>(schema: object, read: (value: unknown) => Result<T>): Validator<T> =>
  Object.assign((value: unknown) => read(value), { schema });

/** Says where and what: `/location/latitude must be <= 90`. */
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
  if (params.format === 'mail-address') return `${location} must be a plain mail address, like depot@example.com`;
  if (params.format === 'telephone-number')
    return `${location} must be a telephone number: + and 3 to 15 digits, like +34600111222, or as it is dialled in the country`;
  if (params.format === 'country') return `${location} must be a country's ISO 3166-1 alpha-2 code, like ES`;
  if (params.format === 'time-zone') return `${location} must be an IANA time zone, like Europe/Madrid`;
  return `${location} ${error.message ?? 'is not valid'}`;
}

/** A field's name as a part of a JSON pointer (RFC 6901, 3). */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
