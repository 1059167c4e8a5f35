import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema } from '../common.js';
import { UPLINK_TYPES, uplinkNameSchema } from './uplink-settings.js';

const countSchema = { type: 'integer', minimum: 0 } as const;
const nullableInstant = { anyOf: [instantSchema, { type: 'null' }] } as const;

/**
 * connecting: no connection yet, or lost: `reason` states why. forwarding: connected, records are behind. waiting: connected,
 * something holds the records back: the clock, the window, the far side. idle: connected, nothing is behind. stopped: a
 * person has to decide or to mend something. disabled: switched off.
 */
const UPLINK_STATES = ['connecting', 'forwarding', 'waiting', 'idle', 'stopped', 'disabled'] as const;
export type UplinkState = (typeof UPLINK_STATES)[number];

/** One uplink with its state, as the API returns it; never a secret. */
export const uplinkSchema = {
  type: 'object',
  required: [
    'name',
    'type',
    'source',
    'settings',
    'secrets',
    'state',
    'reason',
    'connected',
    'behind',
    'lastAcknowledgement',
    'lastError',
    'forwarded',
    'repeated',
    'dropped',
    'deadLetters',
  ],
  properties: {
    name: uplinkNameSchema,
    type: { type: 'string', enum: UPLINK_TYPES },
    source: {
      type: 'string',
      enum: ['configuration', 'settings'],
      description: 'settings: added by the API, which can change and remove it',
    },
    settings: { type: 'object', description: 'as in the configuration, without secrets' },
    secrets: {
      type: 'object',
      additionalProperties: { type: 'boolean' },
      description: 'by name of the setting; true: it has a value',
    },
    state: { type: 'string', enum: UPLINK_STATES },
    reason: { type: ['string', 'null'], description: 'why it does not forward, and how to fix it; null: it forwards' },
    connected: { type: 'boolean' },
    behind: {
      type: 'object',
      required: ['records', 'oldest'],
      properties: {
        records: {
          ...countSchema,
          description: 'entries of the log behind the newest one, at most: not all are records',
        },
        oldest: { ...nullableInstant, description: 'when the oldest of them was stored; null: nothing is behind' },
      },
      additionalProperties: false,
    },
    lastAcknowledgement: { ...nullableInstant, description: 'of the far side; null: none in this run' },
    lastError: {
      anyOf: [
        {
          type: 'object',
          required: ['at', 'message'],
          properties: { at: instantSchema, message: { type: 'string' } },
          additionalProperties: false,
        },
        { type: 'null' },
      ],
      description: 'the last failure in this run, with its fix',
    },
    forwarded: { ...countSchema, description: 'records that the far side acknowledged in this run' },
    repeated: { ...countSchema, description: 'of those, how many it had already, as far as it reports' },
    dropped: {
      ...countSchema,
      description: 'entries that were gone before they were forwarded: removed by retention, or not readable',
    },
    deadLetters: { ...countSchema, description: 'records that the far side refuses' },
  },
  additionalProperties: false,
} as const;
export type UplinkView = FromSchema<typeof uplinkSchema>;

/** Entries of one device that the far side refuses, until an administrator retries. */
export const deadLetterSchema = {
  type: 'object',
  required: ['deviceId', 'from', 'to', 'records', 'reason', 'at'],
  properties: {
    deviceId: idSchema,
    from: { ...countSchema, description: 'number of the first entry' },
    to: { ...countSchema, description: 'number of the last entry' },
    records: { ...countSchema, description: 'of the device in this range' },
    reason: { type: 'string', description: "the far side's, shortened" },
    at: { ...instantSchema, description: 'when the last of them was refused' },
  },
  additionalProperties: false,
} as const;
export type DeadLetterView = FromSchema<typeof deadLetterSchema>;

/** What a connection test found. */
export const uplinkTestSchema = {
  type: 'object',
  required: ['ok', 'message'],
  properties: { ok: { type: 'boolean' }, message: { type: 'string', description: 'what it found, with the fix' } },
  additionalProperties: false,
} as const;
export type UplinkTest = FromSchema<typeof uplinkTestSchema>;
