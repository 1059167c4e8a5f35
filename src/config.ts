import { readFile } from 'node:fs/promises';
import { isObject } from './domain/json.js';
import { messageOf, valueOf, WaypostError } from './errors.js';
import { packageFile } from './package-file.js';
import { configSchema, validateConfig, type Config } from './schema/config.js';
import { refuseSharedPort } from './shared-port.js';

/** The command line's part of the configuration; it goes before everything else. */
export type Flags = {
  readonly config?: string;
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
  readonly logLevel?: string;
};

export type Settings = {
  readonly config: Config;
  /** the data folder */
  readonly data: string;
  /** the administrator's key for an unattended first start */
  readonly adminApiKey: string | undefined;
};

type Json = Record<string, unknown>;

/** Names in the environment that are no keys of the configuration. */
const OTHER_VARIABLES = [
  'WAYPOST_CONFIG',
  'WAYPOST_DATA',
  'WAYPOST_ADMIN_API_KEY',
  'WAYPOST_API_KEY',
  'WAYPOST_PASSPHRASE',
];
const LEAST_KEY_LENGTH = 16;

/** `data` beside the program. */
export const defaultDataFolder = (): string => packageFile('data').pathname;

/** config/default.json, then the file, then `WAYPOST_…` variables, then flags. Throws with the key's path if any is wrong. */
export async function loadSettings(flags: Flags, env: NodeJS.ProcessEnv): Promise<Settings> {
  const file = flags.config ?? env.WAYPOST_CONFIG;
  const parts = [
    await readJson(packageFile('config/default.json')),
    file === undefined ? {} : await readJson(file),
    fromEnvironment(env),
    fromFlags(flags),
  ];
  const merged = parts.reduce(merge, {});
  const checked = validateConfig(merged);
  if (!checked.ok) throw new WaypostError('validation_failed', `configuration: ${dotted(checked.message)}`);
  const config = valueOf(checked);
  await refuseSharedPort(config);
  const adminApiKey = env.WAYPOST_ADMIN_API_KEY;
  if (adminApiKey !== undefined && adminApiKey.length < LEAST_KEY_LENGTH) {
    throw new WaypostError(
      'validation_failed',
      `WAYPOST_ADMIN_API_KEY must have at least ${LEAST_KEY_LENGTH} characters`,
    );
  }
  return {
    config,
    data: flags.data ?? env.WAYPOST_DATA ?? defaultDataFolder(),
    adminApiKey,
  };
}

/** The variable that sets the key at `path`: `WAYPOST_HTTP_BODY_LIMIT` for http.bodyLimit. */
const variableOf = (path: readonly string[]): string =>
  ['WAYPOST', ...path.map((name) => name.replace(/[A-Z]/g, '_$&').toUpperCase())].join('_');

function fromEnvironment(env: NodeJS.ProcessEnv): Json {
  const leaves = new Map(leavesOf(configSchema.properties).map(({ path, type }) => [variableOf(path), { path, type }]));
  const found: Json = {};
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('WAYPOST_') || OTHER_VARIABLES.includes(name) || text === undefined) continue;
    const leaf = leaves.get(name);
    if (leaf === undefined) {
      throw new WaypostError('validation_failed', `the environment variable ${name} sets no key of the configuration`);
    }
    put(found, leaf.path, valueFrom(name, text, leaf.type));
  }
  return found;
}

function valueFrom(name: string, text: string, type: string): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new WaypostError('validation_failed', `the environment variable ${name} must be JSON (${type}), not ${text}`);
  }
}

const fromFlags = ({ host, port, logLevel }: Flags): Json => ({
  http: {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: /^\d+$/.test(port) ? Number(port) : port }),
  },
  ...(logLevel === undefined ? {} : { log: { level: logLevel } }),
});

type Schema = { readonly type?: string; readonly properties?: Readonly<Record<string, Schema>> };

const leavesOf = (properties: Readonly<Record<string, Schema>>, above: readonly string[] = []): Leaf[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined
      ? [{ path: [...above, name], type: schema.type ?? 'string' }]
      : leavesOf(schema.properties, [...above, name]),
  );

type Leaf = { readonly path: readonly string[]; readonly type: string };

function put(target: Json, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[name] = value;
  else put((target[name] ??= {}) as Json, rest, value);
}

/** `over` goes before `base`, key by key; a list replaces a list. */
function merge(base: Json, over: Json): Json {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const former = merged[key];
    merged[key] = isObject(former) && isObject(value) ? merge(former, value) : value;
  }
  return merged;
}

async function readJson(path: string | URL): Promise<Json> {
  const shown = path instanceof URL ? path.pathname : path;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new WaypostError('validation_failed', `can not read the configuration ${shown}: ${messageOf(error)}`);
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw new WaypostError('validation_failed', `${shown} is not JSON: ${withoutQuote(messageOf(error))}`);
  }
  throw new WaypostError('validation_failed', `${shown} must hold one JSON object`);
}

/** What is wrong with a JSON text, without the piece of it that may be quoted beside: it can hold a password. */
const withoutQuote = (message: string): string => message.replace(/,? (?:\.\.\.)?"[^]*is not valid JSON$/, '');

/** `/http/port must be integer` as `http.port must be integer`: a key's path, not a pointer into a body. */
const dotted = (message: string): string =>
  message.replace(/^\/\S+/, (pointer) => pointer.slice(1).replaceAll('/', '.')).replace('known field', 'known key');
