import type { FromSchema } from 'json-schema-to-ts';
import { validator } from './validator.js';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** What the gateway says of itself: this and what is worse. */
export type LogLevel = (typeof logLevels)[number];

export const logLevelProperties = {
  level: { enum: logLevels, description: 'what is written now' },
  configured: { enum: logLevels, description: 'log.level of the configuration, which holds again after a restart' },
} as const;
export type LogLevelView = { readonly level: LogLevel; readonly configured: LogLevel };

const inputSchema = {
  type: 'object',
  required: ['level'],
  properties: { level: { enum: logLevels }, configured: { description: 'ours' } },
  additionalProperties: false,
} as const;
export type LogLevelInput = Readonly<FromSchema<typeof inputSchema>>;

export const validateLogLevelInput = validator(inputSchema);
