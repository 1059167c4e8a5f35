import { valueOf } from '../../../src/errors.js';
import { protocols } from '../../../src/protocols/index.js';
import { isForListeners, isForPorts } from '../../../src/protocols/lookup.js';
import type { Protocol } from '../../../src/protocols/protocol.js';
import { configSchema, validateConfig } from '../../../src/schema/config/config.js';

type Replacer = (key: string, value: unknown) => unknown;
const text = (value: unknown, replacer?: Replacer): string => `${JSON.stringify(value, replacer, 2)}\n`;

const { ports, listeners } = configSchema.properties.serial.properties;
const all = Object.values<Protocol>(protocols);
const PROTOCOLS_BY_SCHEMA = new Map<unknown, readonly Protocol[]>([
  [ports.items.properties.protocol, all.filter(isForPorts)],
  [listeners.items.properties.protocol, all.filter(isForListeners)],
]);

/** Lists the protocols of ports and of listeners: the schema itself cannot import them. */
const withProtocolNames: Replacer = (_key, value) => {
  const own = PROTOCOLS_BY_SCHEMA.get(value);
  if (own === undefined) return value;
  const { description, ...schema } = value as { readonly description: string };
  return { ...schema, description: `${description}; protocols: ${own.map(({ name }) => name).join(', ')}` };
};

/** The files in config/, generated from the configuration schema. */
export const configFiles = (): Record<string, string> => ({
  'config.schema.json': text(configSchema, withProtocolNames),
  'default.json': text({ $schema: './config.schema.json', ...valueOf(validateConfig({})) }),
});
