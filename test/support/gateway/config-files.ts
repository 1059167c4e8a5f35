import { valueOf } from '../../../src/errors.js';
import { PROTOCOL_NAMES } from '../../../src/protocols/index.js';
import { configSchema, validateConfig } from '../../../src/schema/config/config.js';

type Replacer = (key: string, value: unknown) => unknown;
const text = (value: unknown, replacer?: Replacer): string => `${JSON.stringify(value, replacer, 2)}\n`;

const protocolSchema = configSchema.properties.serial.properties.ports.items.properties.protocol;

/** Lists the protocols of the table: the schema itself cannot import them. */
const withProtocolNames: Replacer = (_key, value) =>
  value === protocolSchema
    ? { ...protocolSchema, description: `${protocolSchema.description}; protocols: ${PROTOCOL_NAMES.join(', ')}` }
    : value;

/** The files in config/, generated from the configuration schema. */
export const configFiles = (): Record<string, string> => ({
  'config.schema.json': text(configSchema, withProtocolNames),
  'default.json': text({ $schema: './config.schema.json', ...valueOf(validateConfig({})) }),
});
