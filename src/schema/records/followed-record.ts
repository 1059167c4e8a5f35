import type { FromSchema } from 'json-schema-to-ts';
import { idSchema } from '../common.js';
import { originSchema } from '../devices/device.js';
import { acknowledgementSchema, alertSchema } from './alert.js';
import { locationSchema } from './location.js';

/** What a page of records in order of arrival can have. */
export const RECORD_KINDS = ['location', 'alert', 'acknowledgement', 'restamp'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const numberSchema = { type: 'integer', minimum: 0 } as const;

const common = {
  id: { type: 'string', description: 'gateway, generation and number of the entry: names this record for ever' },
  n: { ...numberSchema, description: 'number of the entry in the log' },
} as const;

const ofDevice = {
  ...common,
  deviceId: idSchema,
  source: { ...originSchema, description: 'of a record that another gateway forwarded; left out: it came to this one' },
  untrusted: {
    type: 'boolean',
    const: true,
    description:
      'the gateway dated it and its clock is not trusted yet: a later restamp has the seconds by which it is wrong',
  },
} as const;

const followedLocationSchema = {
  type: 'object',
  required: ['id', 'n', 'kind', 'deviceId', 'location'],
  properties: {
    ...ofDevice,
    kind: { type: 'string', const: 'location' },
    location: locationSchema,
    future: { type: 'boolean', const: true, description: 'dated too far ahead to be credible' },
  },
  additionalProperties: false,
} as const;

const followedAlertSchema = {
  type: 'object',
  required: ['id', 'n', 'kind', 'deviceId', 'alert'],
  properties: { ...ofDevice, kind: { type: 'string', const: 'alert' }, alert: alertSchema },
  additionalProperties: false,
} as const;

const followedAcknowledgementSchema = {
  type: 'object',
  required: ['id', 'n', 'kind', 'deviceId', 'alertId', 'acknowledged'],
  properties: {
    ...ofDevice,
    kind: { type: 'string', const: 'acknowledgement' },
    alertId: { ...idSchema, description: 'the `id` of the alert' },
    alertSource: { ...originSchema, description: 'of an alert that another gateway forwarded' },
    acknowledged: acknowledgementSchema,
  },
  additionalProperties: false,
} as const;

const followedRestampSchema = {
  type: 'object',
  required: ['id', 'n', 'kind', 'moved'],
  properties: {
    ...common,
    kind: { type: 'string', const: 'restamp' },
    moved: {
      type: 'array',
      description: 'records with a number in one of these ranges that were read as untrusted',
      items: {
        type: 'object',
        required: ['from', 'to', 'seconds'],
        properties: {
          from: numberSchema,
          to: numberSchema,
          seconds: { type: 'number', description: 'to be added to their time; 0: it was right' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;

/** One record in order of arrival. */
const followedRecordSchema = {
  anyOf: [followedLocationSchema, followedAlertSchema, followedAcknowledgementSchema, followedRestampSchema],
} as const;

export type FollowedLocation = Readonly<FromSchema<typeof followedLocationSchema>>;
export type FollowedAlert = Readonly<FromSchema<typeof followedAlertSchema>>;
export type FollowedAcknowledgement = Readonly<FromSchema<typeof followedAcknowledgementSchema>>;
export type FollowedRestamp = Readonly<FromSchema<typeof followedRestampSchema>>;

export const followedPageShape = {
  required: {
    store: { type: 'string', description: 'gateway and generation of the store; a restore begins a new generation' },
    records: { type: 'array', items: followedRecordSchema },
    next: {
      type: 'string',
      description: '`after` of the next page: generation and number of the last entry looked at',
    },
    end: { ...numberSchema, description: 'number of the newest entry' },
  },
  optional: {
    gap: {
      type: 'object',
      required: ['from', 'to'],
      properties: { from: numberSchema, to: numberSchema },
      additionalProperties: false,
      description: 'numbers of entries that retention or damage removed',
    },
  },
} as const;
