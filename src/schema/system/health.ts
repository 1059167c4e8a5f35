import type { FromSchema } from 'json-schema-to-ts';
import type { GatewayMessage } from '../../messages/message.js';
import { uplinkSchema } from '../uplinks/uplink.js';
import { clockQualitySchema, clockReasonSchema } from './clock.js';
import { idSchema, instantSchema, nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';
import { CHANNEL_NAMES } from '../messages/message.js';
import { wearSchema } from './disk-wear.js';

const count = { type: 'integer', minimum: 0 } as const;

const briefProperties = {
  status: { enum: ['ok', 'degraded'], description: 'degraded: the gateway works, but something needs attention' },
  version: { type: 'string' },
  reason: { type: 'string', description: 'what is wrong; without a token shown only if no user could sign in' },
  reasonData: gatewayMessageSchema,
} as const;

const storeStatusSchema = {
  type: 'object',
  required: ['writable', 'reason', 'reasonData', 'entries', 'segments', 'bytes', 'losses', 'lossesData'],
  properties: {
    writable: { type: 'boolean' },
    reason: { type: ['string', 'null'], description: 'why the store cannot write; null while it can' },
    reasonData: nullable(gatewayMessageSchema),
    entries: { ...count, description: 'number of the last entry' },
    segments: count,
    bytes: count,
    losses: {
      type: 'array',
      items: { type: 'string' },
      description:
        'stored data that is lost, unreadable or in a wrong file, found since the start; empty if all is well',
    },
    lossesData: { type: 'array', items: gatewayMessageSchema, description: 'in the order of `losses`' },
  },
  additionalProperties: false,
} as const;
export type StoreStatus = Readonly<Omit<FromSchema<typeof storeStatusSchema>, 'reasonData' | 'lossesData'>> & {
  readonly reasonData: GatewayMessage | null;
  readonly lossesData: readonly GatewayMessage[];
};

const share = { type: 'number', minimum: 0, maximum: 1 } as const;

const historySchema = {
  type: 'object',
  required: ['since', 'days', 'endsEarly', 'largest', 'others'],
  properties: {
    since: { ...nullable(instantSchema), description: 'about when the oldest entry was written; null: not known' },
    days: { ...count, description: 'store.retention.days; 0: no limit' },
    endsEarly: { type: 'boolean', description: 'store.retention.bytes ends history before store.retention.days' },
    largest: nullable({
      type: 'object',
      required: ['deviceId', 'share'],
      properties: {
        deviceId: { ...nullable(idSchema), description: 'null if the user may not see the device' },
        share: { ...share, description: 'of the log' },
      },
      additionalProperties: false,
      description: 'the device whose records take the most room; null: nothing is counted yet',
    }),
    others: {
      ...nullable(share),
      description: 'the share of the log that is neither locations nor alerts; null: nothing is counted yet',
    },
  },
  additionalProperties: false,
} as const;

const outboxSchema = {
  type: 'object',
  required: ['waiting', 'channels', 'missing', 'stuck', 'failed', 'unsent'],
  properties: {
    waiting: { ...count, description: 'messages queued or being sent' },
    channels: {
      type: 'array',
      description: 'configured channels',
      items: {
        type: 'object',
        required: ['name', 'waiting', 'state', 'reason'],
        properties: {
          name: { enum: CHANNEL_NAMES },
          waiting: count,
          state: { enum: ['starting', 'ready', 'unavailable'] },
          reason: { type: ['string', 'null'], description: 'why it cannot send; null: it can' },
        },
        additionalProperties: false,
      },
    },
    missing: {
      type: 'array',
      description: 'channels and webhooks that are not set up, although a rule names them or messages wait for them',
      items: {
        type: 'object',
        required: ['name', 'webhook', 'waiting', 'rules'],
        properties: {
          name: { enum: CHANNEL_NAMES },
          webhook: { type: ['string', 'null'], description: 'its name; null: email or SMS' },
          waiting: count,
          rules: {
            type: 'array',
            items: { type: 'string' },
            description: 'names of enabled notification rules that send to it, at most 20; empty for restricted users',
          },
        },
        additionalProperties: false,
      },
    },
    stuck: nullable({
      type: 'object',
      required: ['count', 'since', 'reason', 'deviceId'],
      properties: {
        count,
        since: instantSchema,
        reason: {
          type: ['string', 'null'],
          description: 'why the oldest was not sent; null: it was not tried, the channel has the reason',
        },
        deviceId: { ...nullable(idSchema), description: 'device of the oldest; null if the user may not see it' },
      },
      additionalProperties: false,
      description: 'messages of alerts that failed more than once, or have waited for more than 10 minutes; null: none',
    }),
    failed: nullable({
      type: 'object',
      required: ['count', 'since', 'last', 'deviceId'],
      properties: {
        count,
        since: instantSchema,
        last: { ...instantSchema, description: 'a problem for 24 hours, or until the alert is acknowledged' },
        deviceId: { ...nullable(idSchema), description: 'device of the last one; null if the user may not see it' },
      },
      additionalProperties: false,
      description:
        'messages that failed or expired in the last 24 hours, without those of acknowledged alerts; null: none',
    }),
    unsent: nullable({
      type: 'object',
      required: ['count', 'since', 'last', 'deviceId'],
      properties: {
        count,
        since: instantSchema,
        last: {
          ...instantSchema,
          description: 'when the last of them was suppressed; a problem for 24 hours from then',
        },
        deviceId: { ...nullable(idSchema), description: 'device of the last one; null if the user may not see it' },
      },
      additionalProperties: false,
      description:
        'messages of alerts that were suppressed because the outbox was full; null: none in the last 24 hours',
    }),
  },
  additionalProperties: false,
} as const;
export type HistoryStatus = Readonly<FromSchema<typeof historySchema>>;
export type OutboxStatus = Readonly<FromSchema<typeof outboxSchema>>;

const { name, state, reason, behind, deadLetters, dropped } = uplinkSchema.properties;

const uplinkHealthSchema = {
  type: 'object',
  required: ['name', 'state', 'reason', 'behind', 'deadLetters', 'dropped', 'needsAttention'],
  properties: {
    ...{ name, state, reason, behind, deadLetters, dropped },
    needsAttention: {
      type: 'boolean',
      description:
        'it is stopped, has dead letters, has lost entries before they were forwarded, or its oldest record waits for more than 25 hours',
    },
  },
  additionalProperties: false,
} as const;
export type UplinkHealth = Readonly<FromSchema<typeof uplinkHealthSchema>>;

const fullProperties = {
  store: storeStatusSchema,
  history: historySchema,
  disk: {
    type: 'object',
    required: ['freeBytes', 'totalBytes'],
    properties: {
      freeBytes: count,
      totalBytes: count,
      previousStores: {
        type: 'object',
        required: ['count', 'bytes'],
        properties: { count, bytes: count },
        additionalProperties: false,
        description: 'folders before-restore-… with the stores that restores replaced; omitted: none',
      },
    },
    additionalProperties: false,
    description: 'file system of the data folder',
  },
  memory: {
    type: 'object',
    required: ['residentBytes'],
    properties: { residentBytes: count },
    additionalProperties: false,
    description: 'of the process of the gateway',
  },
  wear: wearSchema,
  serial: {
    type: 'object',
    required: ['ports', 'open', 'unknownDevices'],
    properties: {
      ports: count,
      open: count,
      unknownDevices: { ...count, description: 'unregistered devices that reported over a port' },
    },
    additionalProperties: false,
  },
  outbox: outboxSchema,
  uplinks: { type: 'array', items: uplinkHealthSchema, description: 'omitted for restricted users' },
  clock: {
    type: 'object',
    required: ['now', 'upSeconds', 'quality', 'reason', 'reasonData'],
    properties: {
      ...{ now: instantSchema, upSeconds: count, quality: clockQualitySchema, reason: clockReasonSchema },
      reasonData: nullable(gatewayMessageSchema),
    },
    additionalProperties: false,
  },
} as const;

const statusSchema = <const P extends object>(properties: P) =>
  ({ type: 'object', required: ['status', 'version'], properties, additionalProperties: false }) as const;

/** All fields with a token; without one `status`, `version` and, if no user could sign in, `reason`. */
export const healthSchema = statusSchema({ ...briefProperties, ...fullProperties });
type HealthStatus = Readonly<FromSchema<typeof healthSchema>>;
export type BriefHealth = Pick<HealthStatus, 'status' | 'version' | 'reason' | 'reasonData'>;
export type FullHealth = BriefHealth & { readonly store: StoreStatus } & Required<
    Pick<HealthStatus, 'history' | 'disk' | 'memory' | 'wear' | 'serial' | 'outbox' | 'clock'>
  > &
  Pick<HealthStatus, 'uplinks'>;
