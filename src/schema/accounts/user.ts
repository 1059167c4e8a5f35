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
import { PRIVILEGES } from './privileges.js';

const properties = {
  name: { ...uniqueNameSchema, description: 'unique without regard to case; used to sign in' },
  email: {
    type: 'string',
    maxLength: 254,
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'unique without regard to case; can be used to sign in, too',
  },
  country: { type: 'string', format: 'country', description: 'ISO 3166-1 alpha-2, a key of /api/users/countries' },
  timeZone: { type: 'string', format: 'time-zone', description: 'IANA name, a key of /api/users/timeZones' },
  description: { type: 'string', maxLength: 1024 },
  message: { type: 'string', maxLength: 1024 },
  disabled: { type: 'boolean' },
  disabledMessage: { type: 'string', maxLength: 1024 },
  tags: tagsSchema,
  privileges: { type: 'array', maxItems: PRIVILEGES.length, uniqueItems: true, items: { enum: PRIVILEGES } },
  group: { ...nullable(idSchema), description: 'restricts the user to the devices of this group' },
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
    creation: instantSchema,
    modification: instantSchema,
    lastLogin: nullable(instantSchema),
  },
  additionalProperties: false,
} as const;
export type UserView = FromSchema<typeof userSchema>;

/** A user as stored. */
export type User = Readonly<Omit<UserView, 'lastLogin'>>;

/** Fields that clients cannot change. */
export const USER_FIXED_FIELDS = ['id', 'creation', 'modification', 'lastLogin'] as const;

/** A user as clients send it. */
export const userInputSchema = {
  type: 'object',
  required: ['name', 'email', 'country', 'timeZone'],
  properties: {
    ...properties,
    password: {
      type: 'string',
      minLength: 8,
      maxLength: 256,
      writeOnly: true,
      description: 'stored as a hash, never returned; omitted: stays as it is',
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
