import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { isObject } from './domain/json.js';
import { messageOf, valueOf, WaypostError } from './errors.js';
import { packageFile } from './package.js';
import { configSchema, validateConfig, type Config } from './schema/config/config.js';
import { assertModemPortNotShared, assertUplinkNamesDiffer, assertWebhookNamesDiffer } from './config-checks.js';

/** The part of the configuration from the command line; overrides all other parts. */
export type GatewayFlags = {
  readonly config?: string;
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
  readonly logLevel?: string;
};

export type GatewaySettings = {
  readonly config: Config;
  /** the keys that the file, the environment or the flags set: `http.port` */
  readonly configured: ReadonlySet<string>;
  /** the data folder */
  readonly data: string;
  /** the administrator's API key for an unattended first start */
  readonly adminApiKey: string | undefined;
};

type ConfigObject = Record<string, unknown>;

/** Variables that set no key of the configuration. */
const OTHER_VARIABLES = [
  'WAYPOST_CONFIG',
  'WAYPOST_DATA',
  'WAYPOST_ADMIN_API_KEY',
  'WAYPOST_API_KEY',
  'WAYPOST_PASSPHRASE',
  'WAYPOST_NEW_PASSWORD',
  'WAYPOST_CURRENT_PASSWORD',
  // Of systemd/notify-exec.
  'WAYPOST_NOTIFY_FD',
];
const MIN_KEY_LENGTH = 16;

/** `data` in the folder of the package. */
export const defaultDataFolder = (): string => fileURLToPath(packageFile('data'));

/** Merges config/default.json, the file, the `WAYPOST_…` variables and the flags, in this order. Throws with the path of an invalid key. */
export async function loadSettings(flags: GatewayFlags, env: NodeJS.ProcessEnv): Promise<GatewaySettings> {
  const file = flags.config ?? env.WAYPOST_CONFIG;
  const defaults = await readJson(packageFile('config/default.json'));
  const layers = [file === undefined ? {} : await readJson(file), fromEnvironment(env), fromFlags(flags)];
  const set = layers.reduce(merge, {});
  const configured = new Set(keysIn(set));
  const merged = merge(defaults, set);
  const checked = validateConfig(merged);
  if (!checked.ok) throw new WaypostError('validation_failed', `configuration: ${toDottedPath(checked.message)}`);
  const config = valueOf(checked);
  assertWebhookNamesDiffer(config);
  assertUplinkNamesDiffer(config);
  await assertModemPortNotShared(config);
  const adminApiKey = env.WAYPOST_ADMIN_API_KEY;
  if (adminApiKey !== undefined && adminApiKey.length < MIN_KEY_LENGTH) {
    throw new WaypostError(
      'validation_failed',
      `WAYPOST_ADMIN_API_KEY must have at least ${MIN_KEY_LENGTH} characters`,
    );
  }
  return {
    config,
    configured,
    data: flags.data ?? env.WAYPOST_DATA ?? defaultDataFolder(),
    adminApiKey,
  };
}

/** The variable that sets the key at `path`: `WAYPOST_HTTP_BODY_LIMIT` for http.bodyLimit. */
const variableOf = (path: readonly string[]): string =>
  ['WAYPOST', ...path.map((name) => name.replace(/[A-Z]/g, '_$&').toUpperCase())].join('_');

function fromEnvironment(env: NodeJS.ProcessEnv): ConfigObject {
  const keys = new Map(
    configKeysOf(configSchema.properties).map(({ path, type }) => [variableOf(path), { path, type }]),
  );
  const values: ConfigObject = {};
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('WAYPOST_') || OTHER_VARIABLES.includes(name) || text === undefined) continue;
    const key = keys.get(name);
    if (key === undefined) {
      throw new WaypostError('validation_failed', `environment variable ${name} matches no key of the configuration`);
    }
    setValue(values, key.path, valueFrom(name, text, key.type));
  }
  return values;
}

function valueFrom(name: string, text: string, type: string): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new WaypostError('validation_failed', `environment variable ${name} must be JSON (${type}), not ${text}`);
  }
}

const fromFlags = ({ host, port, logLevel }: GatewayFlags): ConfigObject => ({
  http: {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: /^\d+$/.test(port) ? Number(port) : port }),
  },
  ...(logLevel === undefined ? {} : { log: { level: logLevel } }),
});

type ConfigNode = { readonly type?: string; readonly properties?: Readonly<Record<string, ConfigNode>> };

const configKeysOf = (properties: Readonly<Record<string, ConfigNode>>, parents: readonly string[] = []): ConfigKey[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined
      ? [{ path: [...parents, name], type: schema.type ?? 'string' }]
      : configKeysOf(schema.properties, [...parents, name]),
  );

type ConfigKey = { readonly path: readonly string[]; readonly type: string };

function setValue(target: ConfigObject, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[name] = value;
  else setValue((target[name] ??= {}) as ConfigObject, rest, value);
}

/** The full names of the keys that have a value: `http.port`. */
export const keysIn = (values: Readonly<Record<string, unknown>>, parents: readonly string[] = []): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isObject(value) ? keysIn(value, [...parents, name]) : [[...parents, name].join('.')],
  );

/** `over` overrides `base`, key by key; a list replaces a list. */
function merge(base: ConfigObject, over: ConfigObject): ConfigObject {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const previous = merged[key];
    merged[key] = isObject(previous) && isObject(value) ? merge(previous, value) : value;
  }
  return merged;
}

async function readJson(path: string | URL): Promise<ConfigObject> {
  const displayPath = path instanceof URL ? path.pathname : path;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new WaypostError('validation_failed', `configuration ${displayPath} cannot be read: ${messageOf(error)}`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw new WaypostError('validation_failed', `${displayPath} is not JSON: ${withoutExcerpt(messageOf(error))}`);
  }
  throw new WaypostError('validation_failed', `${displayPath} must contain one JSON object`);
}

/** A JSON syntax error without the excerpt that it quotes, which may contain a password. */
const withoutExcerpt = (message: string): string => message.replace(/,? (?:\.\.\.)?"[^]*is not valid JSON$/, '');

/** Turns `/http/port must be integer` into `http.port must be integer`. */
const toDottedPath = (message: string): string =>
  message.replace(/^\/\S+/, (pointer) => pointer.slice(1).replaceAll('/', '.')).replace('known field', 'known key');
