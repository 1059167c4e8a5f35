import { valueOf } from '../../src/errors.js';
import { configSchema, validateConfig } from '../../src/schema/config/config.js';

const text = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The files of config/, made from the one schema of the configuration. */
export const configFiles = (): Record<string, string> => ({
  'config.schema.json': text(configSchema),
  'default.json': text({ $schema: './config.schema.json', ...valueOf(validateConfig({})) }),
});
