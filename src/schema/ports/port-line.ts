import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema, nullable } from '../common.js';

/** Characters of what was heard: of more the beginning is shown. */
export const MAX_LINE_CHARS = 512;

const count = { type: 'integer', minimum: 0 } as const;
const at = instantSchema;

const receivedSchema = {
  type: 'object',
  description: 'what came over the port, as it is',
  required: ['at', 'kind', 'form', 'text', 'bytes'],
  properties: {
    at,
    kind: { const: 'heard' },
    form: { enum: ['text', 'hex'] },
    text: { type: 'string', maxLength: MAX_LINE_CHARS, description: 'secrets in it are blotted out' },
    bytes: { ...count, description: 'of all of it, where the text is cut' },
  },
  additionalProperties: false,
} as const;

const hiddenSchema = {
  type: 'object',
  description: 'what came over the port and is not shown',
  required: ['at', 'kind', 'why', 'bytes'],
  properties: {
    at,
    kind: { const: 'hidden' },
    why: {
      enum: ['provisioning', 'notText'],
      description: 'the port is in provisioning; or it is not known yet what is spoken, and it is no text',
    },
    bytes: count,
  },
  additionalProperties: false,
} as const;

const discardedSchema = {
  type: 'object',
  description: 'what could not be understood, line ends and noise included',
  required: ['at', 'kind', 'bytes', 'badChecksums'],
  properties: { at, kind: { const: 'discarded' }, bytes: count, badChecksums: count },
  additionalProperties: false,
} as const;

const decodedSchema = {
  type: 'object',
  description: 'what the gateway made of it, once that is settled',
  required: ['at', 'kind', 'protocol', 'deviceId', 'says', 'locations', 'alerts', 'telemetry', 'outcome', 'reason'],
  properties: {
    at,
    kind: { const: 'made' },
    protocol: { type: 'string' },
    deviceId: { ...nullable({ type: 'string' }), description: 'null where nothing says whose it is' },
    says: { enum: ['records', 'hello', 'question', 'rejected'] },
    locations: count,
    alerts: { type: 'array', items: { type: 'string' }, maxItems: 8, description: 'names of them, the first ones' },
    telemetry: count,
    outcome: {
      enum: ['stored', 'duplicate', 'quarantined', 'thinned', 'taken', 'refused'],
      description:
        '`quarantined`: kept aside until its device is registered; `thinned`: left out for the interval of the port; `taken`: there was nothing to store',
    },
    reason: { ...nullable({ type: 'string', maxLength: MAX_LINE_CHARS }), description: 'why it was refused' },
  },
  additionalProperties: false,
} as const;

const moreSchema = {
  type: 'object',
  description: 'so many lines more came, and are left out: a reader is told 20 a second',
  required: ['at', 'kind', 'count'],
  properties: { at, kind: { const: 'more' }, count },
  additionalProperties: false,
} as const;

/** One line of what passes on a port, for who looks at it. */
export const portLineSchema = {
  oneOf: [receivedSchema, hiddenSchema, discardedSchema, decodedSchema, moreSchema],
} as const;

export type PortLine = Readonly<FromSchema<typeof portLineSchema>>;
export type DecodedLine = Readonly<FromSchema<typeof decodedSchema>>;
