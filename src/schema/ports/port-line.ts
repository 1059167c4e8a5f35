import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema, nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';

/** Longest text of a line; of a longer one, only the start is shown. */
export const MAX_LINE_CHARS = 512;

const count = { type: 'integer', minimum: 0 } as const;
const at = instantSchema;

const receivedSchema = {
  type: 'object',
  description: 'received data',
  required: ['at', 'kind', 'form', 'text', 'bytes'],
  properties: {
    at,
    kind: { const: 'received' },
    form: { enum: ['text', 'hex'] },
    text: { type: 'string', maxLength: MAX_LINE_CHARS, description: 'the text with its secrets redacted' },
    bytes: { ...count, description: 'length of the data, also where the text is truncated' },
  },
  additionalProperties: false,
} as const;

const hiddenSchema = {
  type: 'object',
  description: 'received data that is not shown',
  required: ['at', 'kind', 'why', 'bytes'],
  properties: {
    at,
    kind: { const: 'hidden' },
    why: {
      enum: ['provisioning', 'notText'],
      description:
        '`provisioning`: the port is in provisioning; `notText`: the protocol is not known yet, and the data is not text',
    },
    bytes: count,
  },
  additionalProperties: false,
} as const;

const discardedSchema = {
  type: 'object',
  description: 'noise',
  required: ['at', 'kind', 'bytes', 'badChecksums'],
  properties: { at, kind: { const: 'discarded' }, bytes: count, badChecksums: count },
  additionalProperties: false,
} as const;

const withoutRecordSchema = {
  type: 'object',
  description: 'frames that gave no tracker message',
  required: ['at', 'kind', 'frames'],
  properties: {
    at,
    kind: { const: 'withoutRecord' },
    frames: {
      type: 'object',
      description: 'by kind, as in the counters of the port; also `joined` and `duplicates`',
      additionalProperties: count,
      maxProperties: 35,
    },
  },
  additionalProperties: false,
} as const;

const decodedSchema = {
  type: 'object',
  description: 'a tracker message and its outcome',
  required: ['at', 'kind', 'protocol', 'deviceId', 'type', 'locations', 'alerts', 'telemetry', 'outcome', 'reason'],
  properties: {
    at,
    kind: { const: 'decoded' },
    protocol: { type: 'string' },
    deviceId: { ...nullable({ type: 'string' }), description: 'null where the message has no device id' },
    type: {
      enum: ['records', 'hello', 'request', 'reply', 'rejected'],
      description: '`reply`: the tracker replies to a command',
    },
    locations: count,
    alerts: { type: 'array', items: { type: 'string' }, maxItems: 8, description: 'the first alert names' },
    telemetry: count,
    outcome: {
      enum: ['stored', 'duplicate', 'quarantined', 'thinned', 'accepted', 'refused'],
      description:
        '`quarantined`: the device is unknown; `thinned`: dropped because of the port’s interval; `accepted`: nothing to store',
    },
    reason: { ...nullable({ type: 'string', maxLength: MAX_LINE_CHARS }), description: 'why the message was refused' },
    reasonData: { ...nullable(gatewayMessageSchema), description: '`reason` as data; left out for words of a decoder' },
  },
  additionalProperties: false,
} as const;

const moreSchema = {
  type: 'object',
  description: 'the number of lines that were left out: a stream has at most 20 lines per second',
  required: ['at', 'kind', 'count'],
  properties: { at, kind: { const: 'more' }, count },
  additionalProperties: false,
} as const;

/** One line of a port's live data, as a stream of the monitor sends it. */
export const portLineSchema = {
  oneOf: [receivedSchema, hiddenSchema, discardedSchema, withoutRecordSchema, decodedSchema, moreSchema],
} as const;

export type PortLine = Readonly<FromSchema<typeof portLineSchema>>;
export type DecodedLine = Readonly<FromSchema<typeof decodedSchema>>;
