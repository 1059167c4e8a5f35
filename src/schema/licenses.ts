import type { FromSchema } from 'json-schema-to-ts';

const count = { type: 'integer', minimum: 0 } as const;

/** `available` is 0 when more are used than there are, as after the total was lowered. */
export const licensesSchema = {
  type: 'object',
  required: ['total', 'used', 'available'],
  properties: { total: count, used: count, available: count },
  additionalProperties: false,
} as const;
export type Licenses = Readonly<FromSchema<typeof licensesSchema>>;
