/** Shapes that others are built of. */

/** Device, group and user ids: opaque, safe in a path, a file name and a log line. */
export const idSchema = { type: 'string', pattern: '^[A-Za-z0-9._:-]+$', minLength: 1, maxLength: 64 } as const;

/** An instant with its zone on the way in, UTC with milliseconds on the way out. */
export const instantSchema = { type: 'string', format: 'date-time', maxLength: 40 } as const;

export const percentSchema = { type: 'integer', minimum: 0, maximum: 100 } as const;

/** Free-form notes by name: few, short, flat. */
export const tagsSchema = {
  type: 'object',
  maxProperties: 64,
  propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
  additionalProperties: { type: 'string', maxLength: 1024 },
} as const;

export const attributesSchema = {
  type: 'object',
  maxProperties: 32,
  propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 1024 },
} as const;
