import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';

const count = { type: 'integer', minimum: 0 } as const;

/** What a port has heard, counted since the start. Bytes discarded include those with a bad checksum. */
const countersSchema = {
  type: 'object',
  required: ['bytes', 'frames', 'discardedBytes', 'badChecksums', 'rejected', 'unknownDevices', 'reopened'],
  properties: {
    bytes: count,
    frames: count,
    discardedBytes: count,
    badChecksums: count,
    rejected: count,
    unknownDevices: count,
    reopened: count,
  },
  additionalProperties: false,
} as const;

/** What speaks for a protocol being spoken. */
const candidateSchema = {
  type: 'object',
  required: ['protocol', 'baudRate', 'frames', 'share'],
  properties: {
    protocol: { type: 'string' },
    baudRate: nullable({ type: 'integer' }),
    frames: { ...count, description: 'that no other protocol has' },
    share: { type: 'number', minimum: 0, maximum: 1, description: 'of what was heard, taken by those frames' },
  },
  additionalProperties: false,
} as const;

/** A port as it is shown. */
export const portSchema = {
  type: 'object',
  required: ['path', 'by', 'state', 'reason', 'protocol', 'baudRate', 'deviceId', 'counters', 'lastFrameAt', 'heard'],
  properties: {
    path: { type: 'string' },
    by: {
      type: 'array',
      items: { type: 'string' },
      description: 'the names under /dev/serial by which its device was last known',
    },
    state: { enum: ['open', 'opening', 'busy', 'absent', 'error'] },
    reason: {
      type: ['string', 'null'],
      description: 'why it is not open, or what is wrong with it, and the way out; null when all is well',
    },
    protocol: { type: 'string', description: '`auto` until it is known what is spoken' },
    baudRate: { ...nullable({ type: 'integer' }), description: 'bit/s; null for a device server on the network' },
    deviceId: { ...nullable(idSchema), description: 'the device it is bound to by configuration' },
    counters: countersSchema,
    lastFrameAt: nullable(instantSchema),
    heard: {
      type: 'array',
      items: candidateSchema,
      description:
        'what spoke for each protocol when it was listened to, the likeliest first; empty when it was configured',
    },
  },
  additionalProperties: false,
} as const;
export type PortStatus = Readonly<FromSchema<typeof portSchema>>;
export type PortState = PortStatus['state'];
