import type { FromSchema } from 'json-schema-to-ts';
import { validator } from '../validator.js';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** What the gateway says of itself: this and what is worse. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export const logLevelProperties = {
  level: { enum: LOG_LEVELS, description: 'what is written now' },
  configured: { enum: LOG_LEVELS, description: 'log.level of the configuration, which holds again after a restart' },
} as const;
export type LogLevelView = { readonly level: LogLevel; readonly configured: LogLevel };

const inputSchema = {
  type: 'object',
  required: ['level'],
  properties: { level: { enum: LOG_LEVELS }, configured: { description: 'ours' } },
  additionalProperties: false,
} as const;
export type LogLevelInput = Readonly<FromSchema<typeof inputSchema>>;

export const validateLogLevelInput = validator(inputSchema);
