/** Shapes that others are built of. */

/** Device, group and user ids: opaque, safe in a path, a file name and a log line. */
export const idSchema = { type: 'string', pattern: '^[A-Za-z0-9._:-]+$', minLength: 1, maxLength: 64 } as const;

/** An instant with its zone on the way in, UTC with milliseconds on the way out. */
export const instantSchema = { type: 'string', format: 'date-time', maxLength: 40 } as const;

export const nullable = <const S extends object>(schema: S) => ({ anyOf: [schema, { type: 'null' }] }) as const;

export const percentSchema = { type: 'integer', minimum: 0, maximum: 100 } as const;

/** What people call a thing; the gateway compares it folded. */
export const uniqueNameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^\\S(.*\\S)?$',
  description: 'unique without regard to case',
} as const;

/** Names that mean something to the language itself: nobody needs them, and a careless client could trip over them. */
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

export const attributesSchema = {
  type: 'object',
  maxProperties: 32,
  propertyNames: noteNameSchema,
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 1024 },
} as const;

/** Fields that are the gateway's: what a client was given may be sent back whole, and what it says here is ignored. */
export const readOnlyFields = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, { readOnly: true }])) as Readonly<
    Record<N, { readonly readOnly: true }>
  >;

/** Those of the envelope. */
export const envelopeFields = readOnlyFields('success', 'error', 'apiUsage', 'apiDailyUsage');
