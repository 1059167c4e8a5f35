import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';

/** A sign-in with `remember`, or by a link: listed, and ended one by one. */
export const sessionSchema = {
  type: 'object',
  required: ['id', 'by', 'created', 'expires', 'lastUsed', 'address', 'userAgent', 'current'],
  properties: {
    id: idSchema,
    by: { enum: ['apiKey', 'password', 'link'], description: 'how the user signed in' },
    created: instantSchema,
    expires: instantSchema,
    lastUsed: { ...nullable(instantSchema), description: 'to about an hour; null: not used yet' },
    address: { type: 'string', description: 'of the client that signed in' },
    userAgent: { type: 'string', description: 'of the client that signed in, shortened' },
    current: { type: 'boolean', description: 'this call used a token of the session' },
  },
  additionalProperties: false,
} as const;
export type SessionView = FromSchema<typeof sessionSchema>;

/** A session as stored. It ends with the API key it goes back to (`keyId`; null: none) and with the user's password. */
export type Session = Readonly<Omit<SessionView, 'current'>> & {
  readonly userId: string;
  readonly keyId: string | null;
  readonly passwordId: string;
};
