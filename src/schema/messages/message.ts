import type { FromSchema } from 'json-schema-to-ts';
import { alertNameSchema } from '../records/alert.js';
import { idSchema, instantSchema, nullable } from '../common.js';
import { validator } from '../validator.js';

/** The ways out of the house. */
export const CHANNEL_NAMES = ['email', 'sms'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/**
 * What becomes of a message. `uncertain`: it was given, and whether it went is not known; it is not sent again.
 * `suppressed`: it was not to be sent, for the reason told.
 */
export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'expired', 'suppressed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const channelSchema = { enum: CHANNEL_NAMES } as const;
const count = { type: 'integer', minimum: 0 } as const;
/** More is a document, and no message. */
const MAX_TEXT_CHARS = 10_000;
const subjectSchema = { type: 'string', maxLength: 200, description: 'of an email' } as const;

const causeSchema = {
  type: 'object',
  properties: {
    user: { ...idSchema, description: 'who has posted it' },
    rule: { ...idSchema, description: 'the notification rule that an alert has met' },
    alert: {
      type: 'object',
      required: ['dateTime', 'alerts'],
      properties: { dateTime: instantSchema, alerts: { type: 'array', items: alertNameSchema } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;
/** Why there is a message: a user has posted it, or an alert has met a rule. */
export type Cause = Readonly<FromSchema<typeof causeSchema>>;

const deliverySchema = {
  type: 'object',
  required: ['part', 'fate', 'at'],
  properties: {
    part: { ...count, description: 'of the SMS, from 1' },
    fate: { enum: ['delivered', 'trying', 'failed'] },
    at: instantSchema,
  },
  additionalProperties: false,
} as const;
export type Delivery = Readonly<FromSchema<typeof deliverySchema>>;

/** A message as it is shown. */
export const messageSchema = {
  type: 'object',
  required: [
    'id',
    'deviceId',
    'channel',
    'to',
    'subject',
    'text',
    'units',
    'state',
    'reason',
    'attempts',
    'cause',
    'queuedAt',
    'expiresAt',
    'settledAt',
    'references',
    'deliveries',
  ],
  properties: {
    id: idSchema,
    deviceId: idSchema,
    channel: channelSchema,
    to: { type: 'string', description: 'an email address, or a telephone number' },
    subject: nullable(subjectSchema),
    text: { type: 'string' },
    units: { ...count, description: "what it takes of the day's limit: an SMS its segments" },
    state: { enum: MESSAGE_STATES },
    reason: { type: ['string', 'null'], description: 'why it is not sent, or was not at the last attempt' },
    attempts: { ...count, description: 'how often it was begun to be handed over' },
    cause: causeSchema,
    queuedAt: instantSchema,
    expiresAt: { ...instantSchema, description: 'when it is of no use any more, if it is not sent before' },
    settledAt: { ...nullable(instantSchema), description: 'since when nothing changes any more but deliveries' },
    references: { type: 'array', items: { type: 'string' }, description: 'what the far side calls what it took' },
    deliveries: {
      type: 'array',
      items: deliverySchema,
      description: 'what the network reported of the parts of an SMS',
    },
  },
  additionalProperties: false,
} as const;
export type MessageView = Readonly<FromSchema<typeof messageSchema>>;

/** A message as a client posts it. */
export const messageInputSchema = {
  type: 'object',
  required: ['channel', 'to', 'text'],
  properties: {
    channel: channelSchema,
    to: { type: 'string', minLength: 3, maxLength: 254, description: 'an email address, or a telephone number' },
    subject: subjectSchema,
    text: { type: 'string', minLength: 1, maxLength: MAX_TEXT_CHARS },
  },
  additionalProperties: false,
} as const;
export type MessageInput = FromSchema<typeof messageInputSchema>;
export const validateMessageInput = validator(messageInputSchema);

export const messageQuerySchema = {
  type: 'object',
  properties: {
    deviceId: idSchema,
    channel: channelSchema,
    state: { enum: MESSAGE_STATES },
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
  additionalProperties: false,
} as const;

/** A message as it is queued, or suppressed at once. */
export type NewMessage = {
  readonly deviceId: string;
  readonly channel: ChannelName;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly units: number;
  /** s, from when it is queued until it is of no use any more */
  readonly ttl: number;
  readonly cause: Cause;
  /** why it is not to be sent; left out: it is */
  readonly suppressed?: string;
};

/** What of a limit was used, in percent, when it is worth telling. */
export type UsageThreshold = 80 | 100;

/** How a message ended; `counted`: how many of its units count against the limit of the day it was begun on. */
export type Settlement = {
  readonly id: string;
  readonly state: Exclude<MessageState, 'queued' | 'sending'>;
  readonly reason: string | null;
  readonly counted: number;
  readonly references: readonly string[];
  /** it is told with this that so much of the limit is used */
  readonly notice?: UsageThreshold;
};
