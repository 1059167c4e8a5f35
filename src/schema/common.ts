import type { FromSchema } from 'json-schema-to-ts';

/** Building blocks of the other schemas. */

/** Device, group and user ids: opaque, safe in a path, a file name and a log line. */
export const idSchema = { type: 'string', pattern: '^[A-Za-z0-9._:-]+$', minLength: 1, maxLength: 64 } as const;

/** The id of a new device. Not dots alone: no browser sends `.` or `..` as a part of a path. Earlier versions stored them. */
export const newDeviceIdSchema = { ...idSchema, pattern: '^\\.*[A-Za-z0-9_:-][A-Za-z0-9._:-]*$' } as const;

/** Of a record as the API returns it; it is never part of what is stored of a location or an alert. */
export const gatewaySchema = {
  ...idSchema,
  description: 'id of the gateway that forwarded it; left out: it came to this one',
} as const;

/** An entity with the name that it had then. */
export const namedReferenceSchema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: idSchema, name: { type: 'string' } },
  additionalProperties: false,
} as const;
export type NamedReference = Readonly<FromSchema<typeof namedReferenceSchema>>;

/** Input: an instant with its zone. Output: UTC with milliseconds. */
export const instantSchema = { type: 'string', format: 'date-time', maxLength: 40 } as const;

export const nullable = <const S extends object>(schema: S) => ({ anyOf: [schema, { type: 'null' }] }) as const;

export const percentSchema = { type: 'integer', minimum: 0, maximum: 100 } as const;

/** One line of text for people: without control characters, and those that turn the direction of text. */
export const lineSchema = { type: 'string', format: 'line' } as const;

/** A display name, compared without regard to case. */
export const uniqueNameSchema = {
  ...lineSchema,
  minLength: 1,
  maxLength: 128,
  pattern: '^\\S(.*\\S)?$',
  description: 'unique without regard to case',
} as const;

/** Not the names with a meaning in JavaScript: careless clients could trip over them. */
const noteNameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  not: { enum: ['__proto__', 'constructor', 'prototype'] },
} as const;

/** Free-form notes by name: few, short, flat. */
export const tagsSchema = {
  type: 'object',
  maxProperties: 64,
  propertyNames: noteNameSchema,
  additionalProperties: { type: 'string', maxLength: 1024 },
} as const;

export const MAX_ATTRIBUTES = 32;

export const attributesSchema = {
  type: 'object',
  maxProperties: MAX_ATTRIBUTES,
  propertyNames: noteNameSchema,
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 1024 },
} as const;

/** Fields that the gateway sets. A client may send back an entity as it got it; these fields are then ignored. */
export const readOnlyFields = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, { readOnly: true }])) as Readonly<
    Record<N, { readonly readOnly: true }>
  >;

/** The fields of the envelope, in an entity that is sent back as it was received. */
export const envelopeFields = readOnlyFields('success', 'error', 'apiUsage', 'apiDailyUsage', 'ignored');
