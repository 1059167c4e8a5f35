import { MAX_NESTED, type GatewayMessage } from '../messages/message.js';

/** What the gateway reports to people, as data. The document of the API names both schemas. */

const instant = {
  type: 'object',
  required: ['at'],
  properties: { at: { type: 'string', format: 'date-time' } },
  additionalProperties: false,
} as const;
const quantity = {
  type: 'object',
  required: ['quantity', 'unit'],
  properties: { quantity: { type: 'number' }, unit: { enum: ['m/s', 'm', '°C'] } },
  additionalProperties: false,
} as const;

const MESSAGE = { $ref: '#/components/schemas/GatewayMessage' } as const;

/** A string is shown as it is: it is a name, an address or words of another program. */
export const messageValueSchema = {
  description: 'a value of a message; a message is a cause or an advice inside of the sentence',
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    instant,
    quantity,
    MESSAGE,
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }, MESSAGE] } },
  ],
} as const;

export const gatewayMessageSchema = {
  type: 'object',
  required: ['id', 'values'],
  properties: {
    id: {
      type: 'string',
      maxLength: 64,
      description: 'names the sentence; `GET /docs/messages` lists them, and later versions have more',
    },
    values: {
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/MessageValue' },
      description: 'the values of the placeholders in the sentence',
    },
  },
  additionalProperties: false,
} as const;

const MAX_VALUES = 16;
/** Of the JSON of a message that is stored: a longer one is stored as its sentence only. */
const MAX_STORED_BYTES = 2_048;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isValue(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || Number.isFinite(value)) return true;
  if (Array.isArray(value)) return value.every((item) => !Array.isArray(item) && isValue(item, depth));
  if (!isObject(value)) return false;
  if ('id' in value) return depth < MAX_NESTED && isMessage(value, depth + 1);
  return typeof value.at === 'string' || (Number.isFinite(value.quantity) && typeof value.unit === 'string');
}

function isMessage(given: unknown, depth: number): boolean {
  if (!isObject(given) || typeof given.id !== 'string' || given.id.length > 64 || !isObject(given.values)) return false;
  const values = Object.values(given.values);
  return values.length <= MAX_VALUES && values.every((value) => isValue(value, depth));
}

/** Is this a message that may be stored? */
export const isGatewayMessage = (given: unknown): given is GatewayMessage =>
  isMessage(given, 0) && Buffer.byteLength(JSON.stringify(given)) <= MAX_STORED_BYTES;
