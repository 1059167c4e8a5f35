import type { FromSchema } from 'json-schema-to-ts';
import { idSchema } from '../common.js';

/** How a user proved who they are. `session`: a sign-in with `remember`; `key`: an access key. */
const VIAS = ['password', 'apiKey', 'key', 'link', 'session'] as const;
export type Via = (typeof VIAS)[number];

const nameSchema = { type: 'string', maxLength: 256 } as const;
const addressSchema = { type: 'string', maxLength: 256, description: 'of the client' } as const;

const userAuthorSchema = {
  type: 'object',
  required: ['type', 'id', 'name', 'via', 'address'],
  properties: {
    type: { const: 'user' },
    id: idSchema,
    name: { ...nameSchema, description: 'as it was then; the user may have been renamed or removed' },
    via: { enum: VIAS, description: 'how the call was signed in' },
    key: { ...nameSchema, description: 'name of the access key; left out: none was used' },
    address: addressSchema,
  },
  additionalProperties: false,
} as const;

const displayAuthorSchema = {
  type: 'object',
  required: ['type', 'id', 'name', 'address'],
  properties: { type: { const: 'display' }, id: idSchema, name: nameSchema, address: addressSchema },
  additionalProperties: false,
} as const;

const commandAuthorSchema = {
  type: 'object',
  required: ['type', 'account', 'command'],
  properties: {
    type: { const: 'command' },
    account: { ...nameSchema, description: 'of the operating system; with sudo, the account that called it' },
    command: { ...nameSchema, description: 'of waypost, such as `check --repair`' },
  },
  additionalProperties: false,
} as const;

const configurationAuthorSchema = {
  type: 'object',
  required: ['type'],
  properties: { type: { const: 'configuration' } },
  additionalProperties: false,
} as const;

const uplinkAuthorSchema = {
  type: 'object',
  required: ['type', 'uplink', 'name', 'address'],
  properties: {
    type: { enum: ['uplink', 'center'] },
    uplink: { ...nameSchema, description: 'name of the uplink, or id of the gateway that forwards' },
    name: { ...nameSchema, description: 'of the person at the far side; empty: not known' },
    address: { ...addressSchema, description: 'of the far side: scheme, host and port, or host alone' },
  },
  additionalProperties: false,
} as const;

/** The cause of an entry. The gateway itself and ports are none: their entries have no author. */
export const authorSchema = {
  oneOf: [userAuthorSchema, displayAuthorSchema, commandAuthorSchema, configurationAuthorSchema, uplinkAuthorSchema],
} as const;

type UserAuthor = Readonly<FromSchema<typeof userAuthorSchema>>;
export type Author =
  | UserAuthor
  | Readonly<FromSchema<typeof displayAuthorSchema>>
  | Readonly<FromSchema<typeof commandAuthorSchema>>
  | Readonly<FromSchema<typeof configurationAuthorSchema>>
  | Readonly<FromSchema<typeof uplinkAuthorSchema>>;

/** An author, as opposed to a user or port that something only counts for. */
export const isAuthor = (cause: object | undefined): cause is Author => cause !== undefined && 'type' in cause;
