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
  name: { ...uniqueNameSchema, description: 'unique without regard to case; signs in' },
  email: {
    type: 'string',
    maxLength: 254,
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'unique without regard to case; signs in as well',
  },
  country: { type: 'string', format: 'country', description: 'ISO 3166-1 alpha-2, a key of /api/users/countries' },
  timeZone: { type: 'string', format: 'time-zone', description: 'IANA name, a key of /api/users/timeZones' },
  description: { type: 'string', maxLength: 1024 },
  message: { type: 'string', maxLength: 1024 },
  disabled: { type: 'boolean' },
  disabledMessage: { type: 'string', maxLength: 1024 },
  tags: tagsSchema,
  privileges: { type: 'array', maxItems: PRIVILEGES.length, uniqueItems: true, items: { enum: PRIVILEGES } },
  group: { ...nullable(idSchema), description: 'sees the devices of this group alone' },
  deviceId: { ...nullable(idSchema), description: 'sees this device alone' },
  adminDevices: {
    ...nullable({ type: 'integer', minimum: 0, maximum: 1_000_000 }),
    description: 'how many devices the user may register; null: as many as there are licences',
  },
  from: { ...nullable(instantSchema), description: 'the account is valid from then on' },
  expires: { ...nullable(instantSchema), description: 'the account is valid until then' },
} as const;

/** A user as he is shown, without any secret. */
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

/** A user as he is kept. */
export type User = Readonly<Omit<UserView, 'lastLogin'>>;

/** What no client can change. */
export const USER_FIXED_FIELDS = ['id', 'creation', 'modification', 'lastLogin'] as const;

/** A user as a client may send him. */
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
      description: 'kept as a hash, never shown; the former one stays when left out',
    },
    ...readOnlyFields(...USER_FIXED_FIELDS, 'user'),
    ...envelopeFields,
  },
  additionalProperties: false,
} as const;
export type UserInput = FromSchema<typeof userInputSchema>;
export const validateUserInput = validator(userInputSchema);

/** The present key of a user: its id is part of every token made with it, so a new key ends them. */
export type Credential = { readonly userId: string; readonly keyId: string; readonly hash: string };
