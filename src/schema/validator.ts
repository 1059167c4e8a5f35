import { isIP } from 'node:net';
import { Ajv2020, type CodeOptions, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { success, type Failure, type Result, type Success } from '../errors.js';
import { CHANNELS } from './channels.js';
import { valueErrors } from './messages.js';
import { isMailAddress } from './messages/mail-address.js';
import { isWebhookUrl } from './messages/webhook-url.js';
import { isNetwork } from './ports/network.js';
import { isModemPath, isPortPath } from './ports/port-path.js';
import { isCountry, isTimeZone } from './countries-and-zones.js';
import { isPrintable } from './printable-text.js';
import { createQueryTexts } from './query-texts.js';
import { refusalOf } from './refusal-of.js';
import { createRelax, type Relaxed } from './relax.js';

/** A valid value; `ignored`: JSON pointers of unknown fields that were removed from it, the first ones. */
export type Validated<T> = Failure | (Success<T> & { readonly ignored?: readonly string[] });

/**
 * Checks an untrusted value against one schema. The value is not copied: defaults of the schema are filled in, and what
 * was left out or is ignored is removed.
 */
export type Validator<T> = ((value: unknown) => Validated<T>) & {
  readonly schema: object;
  readonly ignoresUnknown: boolean;
};

export type ValidatorOptions = {
  /** ignores unknown fields and names them: for the resources of the public API; default: they are refused */
  readonly ignoreUnknown?: boolean;
};

const isDateTime = fullFormats['date-time'] as { validate: (text: string) => boolean };
/** An instant as most clients send it, in UTC and on a day that its month has in every year: no calendar is needed. */
const USUAL_INSTANT =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

/** `code`: for code that is kept in a file. `more`: overrides what validators use. */
export function createAjv(code: CodeOptions = {}, more: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    // One error is enough for a response, and a hostile body cannot make a list of errors grow.
    allErrors: false,
    useDefaults: true,
    strict: true,
    strictRequired: false, // `anyOf` of `required` means "one of these", with the properties outside of it
    allowUnionTypes: true,
    discriminator: true,
    // The schemas do not change: the tests check them. Compiling the schema of schemas takes a tenth of the startup time.
    meta: false,
    validateSchema: false,
    // Simplifying the code of a validator takes a third of the time to compile it, and makes it no faster.
    code: { ...code, optimize: false },
    ...more,
  });
  // An annotation: the unit of a tracker setting.
  ajv.addKeyword('unit');
  ajv.addFormat('date-time', {
    // RFC 3339 allows a leap second, which `Date` cannot represent.
    validate: (text: string) =>
      USUAL_INSTANT.test(text) || (isDateTime.validate(text) && !Number.isNaN(Date.parse(text))),
  });
  ajv.addFormat('date', fullFormats.date);
  ajv.addFormat('line', { validate: isPrintable });
  ajv.addFormat('time-zone', { validate: isTimeZone });
  ajv.addFormat('origin', { validate: isOrigin });
  ajv.addFormat('host-name', { validate: isHostName });
  ajv.addFormat('port-path', { validate: isPortPath });
  ajv.addFormat('modem-path', { validate: isModemPath });
  ajv.addFormat('ip-address', { validate: (text: string) => isIP(text) !== 0 });
  ajv.addFormat('network', { validate: isNetwork });
  ajv.addFormat('sender', { validate: (text: string) => text === '' || isMailAddress(text) });
  for (const { address } of Object.values(CHANNELS)) ajv.addFormat(address.format, { validate: address.isValid });
  ajv.addFormat('webhook-url', { validate: isWebhookUrl });
  ajv.addFormat('country', { validate: isCountry });
  return ajv;
}

/** The formats of the schemas, by name. */
export type Formats = Ajv2020['formats'];

const ajv = createAjv();

/**
 * A validator for `schema`, with the type derived from it. A field that is `null` where the schema allows no null counts
 * as left out. Compiling takes milliseconds: create it once, at load.
 */
export const validator = <const S extends JSONSchema>(
  schema: S,
  options?: ValidatorOptions,
): Validator<FromSchema<S>> => relaxed<FromSchema<S>>(schema as object, compile(schema as object), options);

/** The same for a schema whose type cannot be derived, or takes too long to derive. */
export const validatorOf = <T>(schema: object): Validator<T> => relaxed<T>(schema, compile(schema));

/**
 * The same, but `null` is a value like any other: for one form of a body, and for the configuration. `compiled`: its code,
 * if the build has compiled it.
 */
export const strictValidator = <const S extends JSONSchema>(schema: S, compiled?: Compiled): Validator<FromSchema<S>> =>
  asValidator(schema as object, compile<FromSchema<S>>(schema as object, compiled));

/** The same for query parameters, which are all text: `limit=10` is a number if the schema has one. */
export function queryValidator<const S extends JSONSchema>(schema: S): Validator<FromSchema<S>> {
  const readTexts = createQueryTexts(schema as object);
  const check = compile<FromSchema<S>>(schema as object);
  return asValidator(schema as object, (query) => {
    const read = readTexts(query);
    return read.ok ? check(read.value) : read;
  });
}

/** A check in code for a body with several forms, and the schema that documents it. */
export const customValidator = <T>(
  schema: object,
  read: (value: unknown) => Result<T>,
  options?: ValidatorOptions,
): Validator<T> => relaxed(schema, read, options);

type Compiled = (formats: Formats) => ValidateFunction;
type Check<T> = (value: unknown) => Result<T>;

const asValidator = <T>(schema: object, check: Check<T>): Validator<T> =>
  Object.assign((value: unknown): Validated<T> => check(value), { schema, ignoresUnknown: false });

/** Compiles on the first value: compiling all schemas would take a third of the startup time. */
function compile<T>(schema: object, compiled?: Compiled): Check<T> {
  let check: ValidateFunction | undefined;
  return (value) => {
    check ??= compiled?.(ajv.formats) ?? ajv.compile(schema);
    return check(value) ? success(value as T) : refusalOf((check.errors ?? [])[0], schema);
  };
}

/** Checks a refused value once more, without what was left out or is ignored; a valid one costs nothing. */
function relaxed<T>(schema: object, check: Check<T>, { ignoreUnknown = false }: ValidatorOptions = {}): Validator<T> {
  let relax: ((value: unknown) => Relaxed) | undefined;
  const run = (value: unknown): Validated<T> => {
    const first = check(value);
    if (first.ok) return first;
    relax ??= createRelax(schema, { ignoreUnknown });
    const { isChanged, ignored, misspelled } = relax(value);
    const second = isChanged ? check(value) : first;
    if (second.ok) return ignored.length > 0 ? { ...second, ignored } : second;
    if (misspelled === undefined) return second;
    const { pointer, meant } = misspelled;
    return valueErrors.misspelled({ meant }, pointer);
  };
  return Object.assign(run, { schema, ignoresUnknown: ignoreUnknown });
}

function isHostName(text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.');
  return labels.every((label) => /^[A-Za-z0-9_-]{1,63}$/.test(label));
}

/** Accepts an origin as browsers send it (RFC 6454, 6.2): no path, no default port, no wildcard. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'http:' || protocol === 'https:');
}
