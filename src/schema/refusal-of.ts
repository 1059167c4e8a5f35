import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Failure } from '../errors.js';
import { idSchema, newDeviceIdSchema, uniqueNameSchema } from './common.js';
import { valueErrors } from './messages.js';
import { escapePointer } from './relax.js';
import { OPTIONAL_PEM_PATTERN, PEM_PATTERN } from './uplinks/pem.js';
import { uplinkNameSchema, UPLINKS } from './uplinks/uplink-settings.js';

type AtField = (field: string) => Failure;

/** The row of each format that the schemas have. */
export const FORMAT_ROWS: Readonly<Record<string, AtField>> = {
  'date-time': valueErrors.instant,
  date: valueErrors.date,
  line: valueErrors.line,
  'time-zone': valueErrors.timeZone,
  origin: valueErrors.origin,
  'host-name': valueErrors.hostName,
  'port-path': valueErrors.portPath,
  'modem-path': valueErrors.modemPath,
  'ip-address': valueErrors.ipAddress,
  network: valueErrors.network,
  sender: valueErrors.sender,
  'mail-address': valueErrors.mailAddress,
  'telephone-number': valueErrors.telephoneNumber,
  'webhook-name': valueErrors.webhookName,
  'webhook-url': valueErrors.webhookUrl,
  country: valueErrors.country,
};

/** The rows of patterns that clients run into; others are shown as they are. */
export const PATTERN_ROWS: Readonly<Record<string, AtField>> = {
  [idSchema.pattern]: valueErrors.id,
  [newDeviceIdSchema.pattern]: valueErrors.newDeviceId,
  [uniqueNameSchema.pattern]: valueErrors.oneLine,
  [uplinkNameSchema.pattern]: valueErrors.uplinkName,
  [UPLINKS.rest.properties.url.pattern]: valueErrors.centerUrl,
  [UPLINKS.mqtt.properties.url.pattern]: valueErrors.brokerUrl,
  [UPLINKS.nats.properties.url.pattern]: valueErrors.natsUrl,
  [UPLINKS.rest.properties.window.pattern]: valueErrors.window,
  [PEM_PATTERN]: valueErrors.pem,
  [OPTIONAL_PEM_PATTERN]: valueErrors.pem,
};

type Bound = (values: { readonly limit: number }, field: string) => Failure;
const BOUND_ROWS: Readonly<Record<string, Bound>> = {
  minimum: valueErrors.minimum,
  maximum: valueErrors.maximum,
  exclusiveMaximum: valueErrors.exclusiveMaximum,
  minLength: valueErrors.minLength,
  maxLength: valueErrors.maxLength,
  minItems: valueErrors.minItems,
  maxItems: valueErrors.maxItems,
  items: valueErrors.maxItems,
  minProperties: valueErrors.minProperties,
  maxProperties: valueErrors.maxProperties,
};

type AtError = (error: ErrorObject, schema: object) => Failure;
const ofMissing: AtError = ({ instancePath, params }) =>
  valueErrors.missing(`${instancePath}/${(params as { readonly missingProperty: string }).missingProperty}`);

/** The row of each keyword that can be the first to refuse a value. Ajv reports the keywords inside of the others first. */
export const KEYWORD_ROWS: Readonly<Record<string, AtError>> = {
  ...Object.fromEntries(Object.entries(BOUND_ROWS).map(([keyword, row]) => [keyword, ofBound(row)])),
  type: ({ instancePath, params }) =>
    valueErrors.type({ type: String((params as { readonly type: unknown }).type) }, instancePath),
  enum: ({ instancePath, params }) =>
    valueErrors.notAllowed(
      { allowed: (params as { allowedValues: unknown[] }).allowedValues.map(String) },
      instancePath,
    ),
  const: ({ instancePath }) => valueErrors.constant(instancePath),
  required: ofMissing,
  dependentRequired: ofMissing,
  additionalProperties({ instancePath, params }) {
    const { additionalProperty } = params as { readonly additionalProperty: string };
    return valueErrors.unknownField(`${instancePath}/${escapePointer(additionalProperty)}`);
  },
  discriminator({ instancePath, params, schemaPath }, schema) {
    const { tag } = params as { readonly tag: string };
    return valueErrors.notAllowed({ allowed: tagsOf(schema, schemaPath, tag).map(String) }, `${instancePath}/${tag}`);
  },
  uniqueItems({ instancePath, params }) {
    const { i, j } = params as { readonly i: number; readonly j: number };
    return valueErrors.duplicate({ first: i, second: j }, instancePath);
  },
  oneOf: ({ instancePath }) => valueErrors.ambiguous(instancePath),
  not: ({ instancePath }) => valueErrors.excluded(instancePath),
  pattern({ instancePath, params }) {
    const { pattern } = params as { readonly pattern: string };
    return PATTERN_ROWS[pattern]?.(instancePath) ?? valueErrors.pattern({ pattern }, instancePath);
  },
  format({ instancePath, params }) {
    const { format } = params as { readonly format: string };
    return FORMAT_ROWS[format]?.(instancePath) ?? valueErrors.invalid(instancePath);
  },
};

function ofBound(row: Bound): AtError {
  return (error) =>
    isLatitudeOfPosition(error)
      ? valueErrors.latitude(error.instancePath)
      : row({ limit: (error.params as { readonly limit: number }).limit }, error.instancePath);
}

/** Names the field, then what is wrong: `/location/latitude must be <= 90`. */
export const refusalOf = (error: ErrorObject | undefined, schema: object): Failure =>
  error === undefined
    ? valueErrors.invalid()
    : (KEYWORD_ROWS[error.keyword]?.(error, schema) ?? valueErrors.invalid(error.instancePath));

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
