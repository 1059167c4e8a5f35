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
