import { readFile } from 'node:fs/promises';
import { environmentLayer, fileLayer, flagLayer, type ConfigLayer, type ConfigObject } from './config/layers.js';
import { ConfigError, type KeyPath } from './config/problem.js';
import { dataFolders } from './data-folder.js';
import { isObject } from './domain/json.js';
import { valueOf } from './errors.js';
import { packageFile } from './package.js';
import { validateConfig, type Config } from './schema/config/config.js';

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
  /** names the place of a key, like `/etc/waypost/waypost.json:7:5` */
  readonly locate: (path: KeyPath) => Promise<string>;
};

/**
 * Merges config/default.json, the file, the `WAYPOST_…` variables and the flags, in this order. Each layer is checked alone,
 * so that none hides what is wrong in another. Throws a ConfigError with everything that is wrong.
 */
export async function loadSettings(flags: GatewayFlags, env: NodeJS.ProcessEnv): Promise<GatewaySettings> {
  const file = flags.config ?? env.WAYPOST_CONFIG;
  const layers = [...(file === undefined ? [] : [await fileLayer(file)]), environmentLayer(env), flagLayer(flags)];
  const problems: string[] = [];
  for (const layer of layers) {
    problems.push(...layer.problems);
    // The check fills in defaults.
    if (validateConfig(structuredClone(layer.values)).ok) continue;
    const { explainLayer } = await import('./config/explain.js');
    problems.push(...(await explainLayer(layer)));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const set = layers.map(({ values }) => values as ConfigObject).reduce(merge, {});
  const defaults = JSON.parse(await readFile(packageFile('config/default.json'), 'utf8')) as ConfigObject;
  const config = valueOf(validateConfig(merge(defaults, set)));
  return {
    config,
    configured: new Set(keysIn(set)),
    data: flags.data ?? env.WAYPOST_DATA ?? dataFolders(env).usual,
    adminApiKey: env.WAYPOST_ADMIN_API_KEY,
    locate: (path) => locateIn(layers, path),
  };
}

/** The place of a key in the strongest layer that has it, else that of the section around it. */
async function locateIn(layers: readonly ConfigLayer[], path: KeyPath): Promise<string> {
  if (path.length === 0) return 'config/default.json';
  const layer = layers.findLast(({ values }) => hasKey(values, path));
  return layer === undefined ? locateIn(layers, path.slice(0, -1)) : layer.locate(path, 'value');
}

/** A list counts as a whole: a layer that has it has all of its entries. */
const hasKey = (values: unknown, [name, ...rest]: KeyPath): boolean =>
  name === undefined ||
  Array.isArray(values) ||
  (isObject(values) && Object.hasOwn(values, name) && hasKey(values[name], rest));

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
