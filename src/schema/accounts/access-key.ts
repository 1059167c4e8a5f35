import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, lineSchema, namedReferenceSchema, nullable } from '../common.js';
import { validator } from '../validator.js';
import { GRANTS } from './privileges.js';

const nameSchema = {
  ...lineSchema,
  minLength: 1,
  maxLength: 64,
  pattern: '^\\S(.*\\S)?$',
  description: "unique among the user's access keys, without regard to case",
} as const;

const privilegesSchema = {
  type: 'array',
  maxItems: GRANTS.length,
  uniqueItems: true,
  items: { enum: GRANTS },
  description: "the key may do what both its privileges and the user's include; empty: read",
} as const;

/** A named API key of a user, as the API returns it, without the key. */
export const accessKeySchema = {
  type: 'object',
  required: ['id', 'name', 'privileges', 'expires', 'created', 'createdBy', 'lastUsed', 'address'],
  properties: {
    id: idSchema,
    name: nameSchema,
    privileges: privilegesSchema,
    expires: { ...nullable(instantSchema), description: 'null: never' },
    created: instantSchema,
    createdBy: namedReferenceSchema,
    lastUsed: { ...nullable(instantSchema), description: 'to about an hour; null: not used yet' },
    address: { ...nullable({ type: 'string' }), description: 'of the client that used it last; null: not used yet' },
  },
  additionalProperties: false,
} as const;
export type AccessKeyView = FromSchema<typeof accessKeySchema>;

/** An access key as stored; `createdBy`: id of a user; `digest`: SHA-256 of the key, base64url. */
export type AccessKey = Readonly<Omit<AccessKeyView, 'createdBy'>> & {
  readonly userId: string;
  readonly createdBy: string;
  readonly digest: string;
};

export const validateAccessKeyInput = validator({
  type: 'object',
  required: ['name', 'privileges'],
  properties: {
    name: nameSchema,
    privileges: privilegesSchema,
    expires: { ...nullable(instantSchema), description: 'end of validity; null or left out: never' },
  },
  additionalProperties: false,
});
export type AccessKeyInput = Pick<AccessKeyView, 'name' | 'privileges'> & { readonly expires?: string | null };
