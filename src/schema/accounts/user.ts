import type { FromSchema } from 'json-schema-to-ts';
import {
  envelopeFields,
  idSchema,
  readOnlyFields,
  instantSchema,
  nullable,
  tagsSchema,
  uniqueNameSchema,
} from '../common.js';
import { validator } from '../validator.js';
import { GRANTS } from './privileges.js';

const properties = {
  name: { ...uniqueNameSchema, description: 'unique without regard to case; used to sign in' },
  email: {
    type: 'string',
    maxLength: 254,
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'unique without regard to case; can be used to sign in, too',
  },
  timeZone: { type: 'string', format: 'time-zone', description: 'IANA name, a key of /api/users/timeZones' },
  description: { type: 'string', maxLength: 1024 },
  message: { type: 'string', maxLength: 1024 },
  disabled: { type: 'boolean' },
  disabledMessage: { type: 'string', maxLength: 1024 },
  tags: tagsSchema,
  privileges: {
    type: 'array',
    maxItems: GRANTS.length,
    uniqueItems: true,
    items: { enum: GRANTS },
    description:
      'read: nothing more than every user; write: devices:write, groups:write, ingest, messages; execute: commands, provision',
  },
  deviceId: { ...nullable(idSchema), description: 'restricts the user to this device' },
  adminDevices: {
    ...nullable({ type: 'integer', minimum: 0, maximum: 1_000_000 }),
    description: 'maximum devices this user may register; null: unlimited',
  },
  from: { ...nullable(instantSchema), description: 'start of validity' },
  expires: { ...nullable(instantSchema), description: 'end of validity' },
} as const;

/** A user as the API returns it, without secrets. */
export const userSchema = {
  type: 'object',
  required: [
    'id',
    'name',
    'email',
    'country',
    'timeZone',
    'description',
    'message',
    'disabled',
    'disabledMessage',
    'tags',
    'privileges',
    'group',
    'deviceId',
    'adminDevices',
    'from',
    'expires',
    'creation',
    'modification',
    'lastLogin',
  ],
  properties: {
    id: idSchema,
    ...properties,
    country: {
      type: 'string',
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166-1 alpha-2, a key of /api/users/countries',
    },
    group: { ...nullable(idSchema), description: 'restricts the user to the devices of this group' },
    creation: instantSchema,
    modification: instantSchema,
    lastLogin: nullable(instantSchema),
    hasPassword: { type: 'boolean', description: 'the user can sign in with a password' },
    hasApiKey: { type: 'boolean', description: 'the user can sign in with an API key' },
  },
  additionalProperties: false,
} as const;
export type UserView = FromSchema<typeof userSchema>;

/** A user as stored. */
export type User = Readonly<Omit<UserView, 'lastLogin' | 'hasPassword' | 'hasApiKey'>>;

/** Fields that clients cannot change. */
export const USER_FIXED_FIELDS = ['id', 'creation', 'modification', 'lastLogin', 'hasPassword', 'hasApiKey'] as const;

/** A new password; shorter ones that an earlier version accepted still sign in. */
const passwordSchema = { type: 'string', minLength: 10, maxLength: 256 } as const;

export const validatePasswordChange = validator({
  type: 'object',
  required: ['password'],
  properties: {
    password: { ...passwordSchema, writeOnly: true },
    current: {
      type: 'string',
      maxLength: 256,
      writeOnly: true,
      description: 'the current password, if one is set; users with users:write need not send it',
    },
    endKeys: { type: 'boolean', description: 'also revokes the API key and the access keys of the user' },
  },
  additionalProperties: false,
});

/** Restricts to the devices of a group. */
export const groupReferenceSchema = {
  ...nullable({ type: 'string', minLength: 1, maxLength: 128 }),
  description: 'id or name of a group; an id comes first',
} as const;

/** A user as clients send it. */
export const userInputSchema = {
  type: 'object',
  required: ['name', 'email', 'country', 'timeZone'],
  properties: {
    ...properties,
    country: { type: 'string', format: 'country', description: 'ISO 3166-1 alpha-2 or alpha-3' },
    group: groupReferenceSchema,
    password: {
      ...passwordSchema,
      writeOnly: true,
      description: 'stored as a hash, never returned; left out: stays as it is; a new one ends the tokens of the user',
    },
    ...readOnlyFields(...USER_FIXED_FIELDS, 'user'),
    ...envelopeFields,
  },
  additionalProperties: false,
} as const;
export type UserInput = FromSchema<typeof userInputSchema>;
export const validateUserInput = validator(userInputSchema, { ignoreUnknown: true });

/** The current key of a user. Its id is part of every token issued with it, so a new key ends those tokens. */
export type Credential = { readonly userId: string; readonly keyId: string; readonly hash: string };

/**
 * SHA-256 of the API key with this id, base64url. A generated key has 256 random bits, so a fast hash is enough; it lets
 * the gateway recognize a right key without the work of scrypt.
 */
export type KeyDigest = { readonly userId: string; readonly keyId: string; readonly digest: string };

/** A link that signs the user in once; `digest`: SHA-256 of it. */
export type SignInLink = { readonly userId: string; readonly digest: string; readonly expires: string };

/** An address (IPv6: its /64) from which a user signed in, and when that was last noted, UTC. */
export type SignInAddress = { readonly address: string; readonly at: string };
