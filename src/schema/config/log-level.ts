import { validator } from '../validator.js';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** The application log contains this level and all more severe ones. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export const logLevelProperties = {
  level: { enum: LOG_LEVELS, description: 'current level' },
  configured: { enum: LOG_LEVELS, description: 'log.level of the settings; applies again after a restart' },
} as const;
export type LogLevelView = { readonly level: LogLevel; readonly configured: LogLevel };

const inputSchema = {
  type: 'object',
  required: ['level'],
  properties: { level: { enum: LOG_LEVELS }, configured: { description: 'ignored: set by the settings' } },
  additionalProperties: false,
} as const;

export const validateLogLevelInput = validator(inputSchema);
