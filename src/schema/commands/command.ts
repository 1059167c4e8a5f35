import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';
import type { GatewayMessage } from '../../messages/message.js';
import { gatewayMessageSchema } from '../gateway-message.js';
import { validator } from '../validator.js';

/**
 * The states of a command. `uncertain`: written, but it is unknown whether the tracker carried it out; never sent again
 * automatically. `expired`: its waiting time ended before it was sent.
 */
export const COMMAND_STATES = ['queued', 'sending', 'done', 'failed', 'uncertain', 'expired', 'canceled'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

const COMMAND_FORMATS = ['Text', 'Hex', 'Base64'] as const;
export type CommandFormat = (typeof COMMAND_FORMATS)[number];

/** Once decoded. */
export const MAX_COMMAND_BYTES = 4_096;
/** Four characters per byte: hexadecimal digits with separators. */
const MAX_COMMAND_CHARS = 4 * MAX_COMMAND_BYTES;
/** A week. */
const MAX_WAIT_MINUTES = 10_080;
export const MAX_RESULT_CHARS = 2_048;

const commandTextSchema = { type: 'string', maxLength: MAX_COMMAND_CHARS } as const;
const formatSchema = {
  enum: COMMAND_FORMATS,
  description: 'how `command` is written; Hex may contain spaces and hyphens between the bytes',
} as const;

/** A command as the API returns it. */
export const commandSchema = {
  type: 'object',
  required: [
    'id',
    'deviceId',
    'command',
    'format',
    'sms',
    'state',
    'result',
    'user',
    'port',
    'protocol',
    'queuedAt',
    'expiresAt',
    'sentAt',
    'settledAt',
  ],
  properties: {
    id: idSchema,
    deviceId: idSchema,
    command: { ...commandTextSchema, description: 'as given' },
    format: formatSchema,
    sms: { type: 'boolean', description: 'sent as an SMS; `id` is also the id of its message' },
    state: { enum: COMMAND_STATES },
    result: { type: ['string', 'null'], description: 'the reply of the tracker, or a sentence about the state' },
    resultData: {
      ...nullable(gatewayMessageSchema),
      description:
        '`result` as data; left out for the reply of a tracker, the state of an SMS, and commands of earlier versions',
    },
    user: { ...idSchema, description: 'user who posted it' },
    port: { type: ['string', 'null'], description: 'the port that it was written to' },
    protocol: { type: ['string', 'null'], description: 'the protocol of the port' },
    queuedAt: instantSchema,
    expiresAt: {
      ...nullable(instantSchema),
      description: 'when it expires unless it is sent before; null: it does not wait for the device',
    },
    sentAt: { ...nullable(instantSchema), description: 'when it was about to be written' },
    settledAt: { ...nullable(instantSchema), description: 'when it reached its final state' },
  },
  additionalProperties: false,
} as const;
export type CommandView = Readonly<FromSchema<typeof commandSchema>>;

/** A command as clients post it. */
export const commandInputSchema = {
  type: 'object',
  required: ['command'],
  properties: {
    command: { ...commandTextSchema, minLength: 1, description: `1 to ${MAX_COMMAND_BYTES} bytes once decoded` },
    format: { ...formatSchema, default: 'Text' },
    sms: { type: 'boolean', default: false, description: "send it as an SMS to the device's `min`" },
    waitMinutes: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_MINUTES,
      description:
        'how long it waits for the next report of the device if its port is not open or in provisioning; not with `sms`',
    },
  },
  additionalProperties: false,
} as const;
export type CommandInput = FromSchema<typeof commandInputSchema>;
export const validateCommandInput = validator(commandInputSchema);

/** The response to a posted command. */
export const commandResultShape = {
  result: { type: 'string', description: 'the reply of the tracker, or a sentence about the state' },
  command: {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: idSchema, state: { enum: COMMAND_STATES } },
    additionalProperties: false,
  },
} as const;

export const commandQuerySchema = {
  type: 'object',
  properties: {
    deviceId: idSchema,
    state: { enum: COMMAND_STATES },
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
  additionalProperties: false,
} as const;

/** A command when it is queued. */
export type NewCommand = {
  readonly deviceId: string;
  /** as given by the user */
  readonly command: string;
  readonly format: CommandFormat;
  /** id of the user */
  readonly user: string;
  /** random, 12 hexadecimal digits: names the command to the tracker, also after an older backup was restored */
  readonly key: string;
  /** s that it waits for the device; 0: it does not wait */
  readonly ttl: number;
};

/** The final state of a command. */
export type CommandSettlement = {
  readonly id: string;
  readonly state: Exclude<CommandState, 'queued' | 'sending'>;
  readonly result: string;
  /** left out for the words of the tracker */
  readonly resultData?: GatewayMessage;
};
