import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema, nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';

const RESTORE_STATES = ['staged', 'done', 'failed'] as const;

const count = { type: 'integer', minimum: 0 } as const;
const changesSchema = {
  type: 'object',
  required: ['added', 'removed', 'changed'],
  properties: { added: count, removed: count, changed: count },
  additionalProperties: false,
  description: 'how many are only in the backup, only in the present store, different in the two',
} as const;

const receiverSchema = {
  type: 'object',
  required: ['key', 'was', 'now'],
  properties: {
    key: { type: 'string', description: 'the secret: the key of a setting, or webhooks or uplinks and a name' },
    was: { type: 'string', description: 'whom it was entered for' },
    now: { type: 'string', description: 'whom the backup names' },
  },
  additionalProperties: false,
} as const;
export type ChangedReceiver = Readonly<FromSchema<typeof receiverSchema>>;

/** An uploaded backup that waits for the next start, or the result of the last one that was restored. */
export const restoreSchema = {
  type: 'object',
  required: [
    'state',
    'made',
    'entries',
    'devices',
    'users',
    'losses',
    'receivers',
    'by',
    'staged',
    'finished',
    'kept',
    'error',
  ],
  properties: {
    state: {
      enum: RESTORE_STATES,
      description:
        'staged: restored at the next start; done: it has replaced the store; failed: the store is unchanged',
    },
    made: { type: 'string', description: 'when the backup was made, UTC' },
    entries: {
      type: 'object',
      required: ['before', 'after'],
      properties: {
        before: { ...nullable(count), description: 'when it was checked; null: a format of another version' },
        after: count,
      },
      additionalProperties: false,
      description: 'entries of the log now and in the backup',
    },
    devices: changesSchema,
    users: changesSchema,
    losses: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string' },
      description: 'what the store had lost before the backup was made',
    },
    lossesData: { type: 'array', maxItems: 20, items: gatewayMessageSchema, description: 'in the order of `losses`' },
    receivers: {
      type: 'array',
      items: receiverSchema,
      description: 'secrets that stay here and were entered for others than the backup names: they are asked again',
    },
    by: { type: 'string', description: 'name of the user who uploaded it' },
    staged: { ...instantSchema, description: 'when it was checked' },
    finished: { ...nullable(instantSchema), description: 'when it was restored, or refused' },
    kept: { type: ['string', 'null'], description: 'folder in the data folder with the store that it replaced' },
    error: { type: ['string', 'null'], description: 'why it was not restored' },
    errorData: nullable(gatewayMessageSchema),
  },
  additionalProperties: false,
} as const;
export type RestoreView = Readonly<FromSchema<typeof restoreSchema>>;
