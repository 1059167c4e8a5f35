import type { FromSchema } from 'json-schema-to-ts';
import { queryValidator } from '../validator.js';

/** The levels of a line, the most severe first. */
export const LINE_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LineLevel = (typeof LINE_LEVELS)[number];

export const logLineSchema = {
  type: 'object',
  required: ['n', 'at', 'level', 'text', 'fields', 'skipped'],
  properties: {
    n: { type: 'integer', minimum: 1, description: 'number of the line since the start of the gateway' },
    at: { type: 'string', description: 'UTC' },
    level: { enum: LINE_LEVELS },
    text: { type: 'string', description: 'without passwords, keys and telephone numbers' },
    fields: { type: 'string', description: 'the data of the line as name=value, redacted in the same way' },
    skipped: { type: 'integer', minimum: 0, description: 'lines before it that a stream left out for a slow client' },
  },
  additionalProperties: false,
} as const;
export type LogLine = Readonly<FromSchema<typeof logLineSchema>>;

const levelSchema = {
  enum: LINE_LEVELS,
  default: 'debug',
  description: 'this level and the more severe ones',
} as const;

export const validateLinesQuery = queryValidator({
  type: 'object',
  properties: {
    level: levelSchema,
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 1000, description: 'the newest lines' },
  },
  additionalProperties: false,
} as const);
export const validateStreamQuery = queryValidator({
  type: 'object',
  properties: { level: levelSchema },
  additionalProperties: false,
} as const);
