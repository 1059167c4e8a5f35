import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';

const count = { type: 'integer', minimum: 0 } as const;

/** Counts of a port since the start. Discarded bytes include those with a bad checksum. */
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

/** The evidence for one protocol during detection. */
const candidateSchema = {
  type: 'object',
  required: ['protocol', 'baudRate', 'frames', 'share'],
  properties: {
    protocol: { type: 'string' },
    baudRate: nullable({ type: 'integer' }),
    frames: { ...count, description: 'frames that only this protocol has' },
    share: { type: 'number', minimum: 0, maximum: 1, description: 'share of the received bytes in these frames' },
  },
  additionalProperties: false,
} as const;

/** A port and its state. */
export const portSchema = {
  type: 'object',
  required: [
    'path',
    'by',
    'state',
    'reason',
    'protocol',
    'baudRate',
    'deviceId',
    'counters',
    'lastFrameAt',
    'candidates',
  ],
  properties: {
    path: { type: 'string' },
    by: {
      type: 'array',
      items: { type: 'string' },
      description: 'the last known names of its device under /dev/serial',
    },
    state: { enum: ['open', 'opening', 'busy', 'absent', 'error'] },
    reason: {
      type: ['string', 'null'],
      description: 'why the port is not open, or what is wrong with it, and how to fix it; null when nothing is wrong',
    },
    protocol: { type: 'string', description: '`auto` until the protocol is detected' },
    baudRate: { ...nullable({ type: 'integer' }), description: 'bit/s; null for a device server on the network' },
    deviceId: { ...nullable(idSchema), description: 'the device that the configuration binds to this port' },
    counters: countersSchema,
    lastFrameAt: nullable(instantSchema),
    candidates: {
      type: 'array',
      items: candidateSchema,
      description:
        'protocol detection: the evidence for each protocol, the likeliest first; empty when the protocol is configured',
    },
  },
  additionalProperties: false,
} as const;
export type PortStatus = Readonly<FromSchema<typeof portSchema>>;
export type PortState = PortStatus['state'];
