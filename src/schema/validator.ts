import { isIP } from 'node:net';
import { Ajv2020, type CodeOptions, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { failure, success, type Failure, type Result, type Success } from '../errors.js';
import { CHANNELS } from './channels.js';
import { idSchema, newDeviceIdSchema, uniqueNameSchema } from './common.js';
import { isMailAddress } from './messages/mail-address.js';
import { isWebhookUrl } from './messages/webhook-url.js';
import { isNetwork } from './ports/network.js';
import { isModemPath, isPortPath } from './ports/port-path.js';
import { isCountry, isTimeZone } from './countries-and-zones.js';
import { OPTIONAL_PEM_PATTERN, PEM_PATTERN } from './uplinks/pem.js';
import { uplinkNameSchema, UPLINKS } from './uplinks/uplink-settings.js';
import { isPrintable } from './printable-text.js';
import { createQueryTexts } from './query-texts.js';
import { createRelax, escapePointer, type Relaxed } from './relax.js';

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
    return check(value)
      ? success(value as T)
      : failure('validation_failed', describeError((check.errors ?? [])[0], schema));
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
    return failure('validation_failed', `${pointer} is not a known field: write ${meant}, in these letters`);
  };
  return Object.assign(run, { schema, ignoresUnknown: ignoreUnknown });
}

const PEM_RULE = 'must be a PEM text, from -----BEGIN to -----END, not the path of a file';

/** Patterns that clients run into, in words. */
const PATTERN_RULES: Readonly<Record<string, string>> = {
  [idSchema.pattern]: 'must have only letters without accents, digits and . _ : -',
  [newDeviceIdSchema.pattern]: 'must have only letters without accents, digits and . _ : -, and not dots alone',
  [uniqueNameSchema.pattern]: 'must be one line without spaces at its ends',
  [uplinkNameSchema.pattern]:
    'must have only letters without accents, digits, _ and -, and begin with a letter or digit',
  [UPLINKS.rest.properties.url.pattern]: 'must be an address like https://center.example, without user and password',
  [UPLINKS.mqtt.properties.url.pattern]:
    'must be an address like mqtts://broker.example:8883, without user and password',
  [UPLINKS.nats.properties.url.pattern]: 'must be like nats://host1,host2,host3, without user and password',
  [UPLINKS.rest.properties.window.pattern]: 'must be two local times, like 01:00-05:00',
  [PEM_PATTERN]: PEM_RULE,
  [OPTIONAL_PEM_PATTERN]: PEM_RULE,
};

/** Names the field, then what is wrong: `/location/latitude must be <= 90`. */
export function describeError(error: ErrorObject | undefined, schema: object): string {
  if (error === undefined) return 'is not valid';
  const location = error.instancePath === '' ? 'the body' : error.instancePath;
  const params = error.params as Record<string, unknown>;
  if (typeof params.additionalProperty === 'string') {
    return `${error.instancePath}/${escapePointer(params.additionalProperty)} is not a known field`;
  }
  if (typeof params.missingProperty === 'string') return `${error.instancePath}/${params.missingProperty} is missing`;
  if (Array.isArray(params.allowedValues)) return `${location} must be one of ${params.allowedValues.join(', ')}`;
  if (error.keyword === 'discriminator')
    return `${error.instancePath}/${String(params.tag)} must be one of ${tagsOf(schema, error.schemaPath, String(params.tag)).join(', ')}`;
  if (isLatitudeOfPosition(error)) return `${location} must be a latitude up to ±90: the longitude comes first`;
  if (params.format === 'date-time')
    return `${location} must be an ISO 8601 time with its zone, as RFC 3339 writes it, like 2026-11-21T08:22:34Z`;
  const rule = typeof params.pattern === 'string' ? PATTERN_RULES[params.pattern] : undefined;
  if (rule !== undefined) return `${location} ${rule}`;
  if (params.format === 'line')
    return `${location} must be one line of text, without control characters and marks of text direction`;
  if (params.format === 'origin') return `${location} must be one exact origin, like https://depot.example:8443`;
  if (params.format === 'host-name')
    return `${location} must be a name without scheme and port, like gateway.depot.example`;
  if (params.format === 'port-path' || params.format === 'modem-path') {
    const gpsd =
      params.format === 'port-path' ? ', or gpsd://host:port, also with a device: gpsd://host:2947/dev/ttyACM0' : '';
    return `${location} must be a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)${gpsd}`;
  }
  if (params.format === 'ip-address')
    return `${location} must be an IP address, like 192.168.1.10; 0.0.0.0 listens on all addresses`;
  if (params.format === 'network') return `${location} must be a network, like 10.20.0.0/16 or fd00::/8`;
  if (params.format === 'webhook-url')
    return `${location} must be an http or https address without user, password and fragment, like https://dispatch.example/alerts`;
  if (params.format === 'sender') return `${location} must be a mail address, like depot@example.com`;
  const address = Object.values(CHANNELS).find((channel) => channel.address.format === params.format)?.address;
  if (address !== undefined) return `${location} must be ${address.rule}`;
  if (params.format === 'country') return `${location} must be a country's ISO 3166-1 code, like ES or ESP`;
  if (params.format === 'time-zone') return `${location} must be an IANA time zone, like Europe/Madrid`;
  return `${location} ${error.message ?? 'is not valid'}`;
}

type SchemaWithForms = { readonly oneOf?: readonly { readonly properties?: Readonly<Record<string, Tag>> }[] };
type Tag = { readonly const?: unknown; readonly enum?: readonly unknown[] };

/** The values that the tag of an alternative can have. `path`: of the keyword `discriminator` in the schema. */
function tagsOf(schema: object, path: string, tag: string): readonly unknown[] {
  const keys = path.split('/').slice(1, -1).map(unescapePointer);
  const parent = keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], schema);
  return ((parent as SchemaWithForms | undefined)?.oneOf ?? []).flatMap(({ properties }) => {
    const { const: only, enum: values = [only] } = properties?.[tag] ?? {};
    return values;
  });
}

/** Ajv escapes the path of a keyword as the fragment of a URI. */
const unescapePointer = (part: string): string => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');

/** A position is longitude and latitude; many write them the other way around. */
const isLatitudeOfPosition = ({ instancePath, keyword, params }: ErrorObject): boolean =>
  instancePath.endsWith('/1') &&
  (keyword === 'maximum' || keyword === 'minimum') &&
  Math.abs((params as { readonly limit: number }).limit) === 90;

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
