import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from './common.js';

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

/** A port as it is shown. */
export const portSchema = {
  type: 'object',
  required: ['path', 'by', 'state', 'reason', 'protocol', 'baudRate', 'deviceId', 'counters', 'lastFrameAt'],
  properties: {
    path: { type: 'string' },
    by: {
      type: 'array',
      items: { type: 'string' },
      description: 'the names under /dev/serial by which its device was last known',
    },
    state: { enum: ['open', 'opening', 'busy', 'absent', 'error'] },
    reason: { type: ['string', 'null'], description: 'why it is not open, and the way out; null when it is' },
    protocol: { type: 'string' },
    baudRate: { type: 'integer' },
    deviceId: { ...nullable(idSchema), description: 'the device it is bound to by configuration' },
    counters: countersSchema,
    lastFrameAt: nullable(instantSchema),
  },
  additionalProperties: false,
} as const;
export type PortStatus = Readonly<FromSchema<typeof portSchema>>;
export type PortState = PortStatus['state'];
