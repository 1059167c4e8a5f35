import type { FromSchema } from 'json-schema-to-ts';
import { clockQualitySchema, clockReasonSchema } from './clock.js';
import { instantSchema } from '../common.js';
import { CHANNEL_NAMES } from '../messages/message.js';
import { wearSchema } from './disk-wear.js';

const count = { type: 'integer', minimum: 0 } as const;

const briefProperties = {
  status: { enum: ['ok', 'degraded'], description: 'degraded: it answers, but something needs a person' },
  version: { type: 'string' },
  reason: { type: 'string', description: 'what is wrong; told without a token only when nobody could sign in' },
} as const;

const storeStatusSchema = {
  type: 'object',
  required: ['writable', 'reason', 'entries', 'segments', 'bytes', 'losses'],
  properties: {
    writable: { type: 'boolean' },
    reason: { type: ['string', 'null'], description: 'why nothing can be written, null while writing works' },
    entries: { ...count, description: 'number of the last entry' },
    segments: count,
    bytes: count,
    losses: {
      type: 'array',
      items: { type: 'string' },
      description: 'what is lost, as far as it was read since the start; empty is what it should be',
    },
  },
  additionalProperties: false,
} as const;
export type StoreStatus = Readonly<FromSchema<typeof storeStatusSchema>>;

const outboxSchema = {
  type: 'object',
  required: ['waiting', 'channels'],
  properties: {
    waiting: { ...count, description: 'messages that are queued or being sent' },
    channels: {
      type: 'array',
      description: 'those that are configured',
      items: {
        type: 'object',
        required: ['name', 'waiting', 'state', 'reason'],
        properties: {
          name: { enum: CHANNEL_NAMES },
          waiting: count,
          state: { enum: ['starting', 'ready', 'unavailable'] },
          reason: { type: ['string', 'null'], description: 'why nothing can be sent by it; null: it can' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;
export type OutboxStatus = Readonly<FromSchema<typeof outboxSchema>>;

const fullProperties = {
  store: storeStatusSchema,
  disk: {
    type: 'object',
    required: ['freeBytes', 'totalBytes'],
    properties: { freeBytes: count, totalBytes: count },
    additionalProperties: false,
    description: 'of the file system of the data folder',
  },
  wear: wearSchema,
  serial: {
    type: 'object',
    required: ['ports', 'open', 'unknownDevices'],
    properties: {
      ports: count,
      open: count,
      unknownDevices: { ...count, description: 'heard over a port and not registered' },
    },
    additionalProperties: false,
  },
  outbox: outboxSchema,
  clock: {
    type: 'object',
    required: ['now', 'upSeconds', 'quality', 'reason'],
    properties: { now: instantSchema, upSeconds: count, quality: clockQualitySchema, reason: clockReasonSchema },
    additionalProperties: false,
  },
} as const;

const statusSchema = <const P extends object>(properties: P) =>
  ({ type: 'object', required: ['status', 'version'], properties, additionalProperties: false }) as const;

/** In full for who has a token. */
export const healthSchema = statusSchema({ ...briefProperties, ...fullProperties });
type HealthStatus = Readonly<FromSchema<typeof healthSchema>>;
export type BriefHealth = Pick<HealthStatus, 'status' | 'version' | 'reason'>;
export type FullHealth = BriefHealth &
  Required<Pick<HealthStatus, 'store' | 'disk' | 'wear' | 'serial' | 'outbox' | 'clock'>>;
