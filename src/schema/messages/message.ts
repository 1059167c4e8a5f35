import type { FromSchema } from 'json-schema-to-ts';
import { alertNameSchema } from '../records/alert.js';
import { idSchema, instantSchema, nullable } from '../common.js';
import { CHANNELS, CHANNEL_NAMES, type ChannelName, type UsageThreshold } from '../channels.js';
import { validator } from '../validator.js';

export { CHANNEL_NAMES, type ChannelName, type UsageThreshold };

/**
 * The states of a message. `uncertain`: handed over, but it is unknown whether it was sent; never resent automatically.
 * `suppressed`: stored without sending; `reason` states why.
 */
export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'expired', 'suppressed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why a message is suppressed. */
export const SUPPRESSED_REASONS = ['repeat', 'limit_reached', 'outbox_full', 'canceled'] as const;
export type SuppressedReason = (typeof SUPPRESSED_REASONS)[number];

const channelSchema = { enum: CHANNEL_NAMES } as const;
const count = { type: 'integer', minimum: 0 } as const;
/** Longer texts are documents, not messages. */
const MAX_TEXT_CHARS = 10_000;
const channelsWithSubject = CHANNEL_NAMES.filter((name) => CHANNELS[name].hasSubject).join(', ');
const subjectSchema = { type: 'string', maxLength: 200, description: `only for ${channelsWithSubject}` } as const;
const addressNouns = CHANNEL_NAMES.map((name) => CHANNELS[name].address.noun).join(' or ');

const causeSchema = {
  type: 'object',
  properties: {
    user: { ...idSchema, description: 'user who posted it' },
    rule: { ...idSchema, description: 'notification rule that the alert matched' },
    alert: {
      type: 'object',
      required: ['dateTime', 'alerts'],
      properties: {
        id: { ...idSchema, description: 'of the alert; left out for messages of earlier versions' },
        dateTime: instantSchema,
        alerts: { type: 'array', items: alertNameSchema },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;
/** Why a message exists: a user posted it, or an alert matched a rule. */
export type Cause = Readonly<FromSchema<typeof causeSchema>>;

const deliverySchema = {
  type: 'object',
  required: ['part', 'fate', 'at'],
  properties: {
    part: { ...count, description: 'part of the SMS, from 1' },
    fate: { enum: ['delivered', 'trying', 'failed'] },
    at: instantSchema,
  },
  additionalProperties: false,
} as const;
export type Delivery = Readonly<FromSchema<typeof deliverySchema>>;

/** A message as the API returns it. */
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
    to: { type: 'string', description: addressNouns },
    subject: nullable(subjectSchema),
    text: { type: 'string' },
    units: { ...count, description: 'what it uses of the daily limit; for an SMS, its segments' },
    state: { enum: MESSAGE_STATES },
    reason: { type: ['string', 'null'], description: 'why it is not sent, or why the last attempt failed' },
    attempts: { ...count, description: 'number of attempts to send it' },
    cause: causeSchema,
    queuedAt: instantSchema,
    expiresAt: { ...instantSchema, description: 'when it expires unless it is sent before' },
    settledAt: {
      ...nullable(instantSchema),
      description: 'when it reached its final state; only deliveries change later',
    },
    references: {
      type: 'array',
      items: { type: 'string' },
      description: 'ids that the mail server or the network assigned',
    },
    deliveries: {
      type: 'array',
      items: deliverySchema,
      description: 'delivery reports of the parts of an SMS',
    },
  },
  additionalProperties: false,
} as const;
export type MessageView = Readonly<FromSchema<typeof messageSchema>>;

/** A message as clients post it. */
export const messageInputSchema = {
  type: 'object',
  required: ['channel', 'to', 'text'],
  properties: {
    channel: channelSchema,
    to: { type: 'string', minLength: 1, maxLength: 254, description: addressNouns },
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

/** A message when it is queued, or suppressed right away. */
export type NewMessage = {
  readonly deviceId: string;
  readonly channel: ChannelName;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly units: number;
  /** s from queueing to expiry */
  readonly ttl: number;
  readonly cause: Cause;
  /** why it is not sent; omitted: it is queued */
  readonly suppressed?: string;
};

/** The final state of a message; `counted`: its units that count against the limit of the date when sending started. */
export type Settlement = {
  readonly id: string;
  readonly state: Exclude<MessageState, 'queued' | 'sending'>;
  readonly reason: string | null;
  readonly counted: number;
  readonly references: readonly string[];
  /** the limit alert that is raised with this message */
  readonly notice?: UsageThreshold;
};
