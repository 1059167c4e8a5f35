import { readFile } from 'node:fs/promises';
import { isObject } from '../domain/json.js';
import { messageOf } from '../errors.js';
import { configSchema } from '../schema/config/config.js';
import { repeatedKeys } from './json-text.js';
import { didYouMean, FEW_EDITS } from '../domain/lists/nearest.js';
import { decodeUtf8 } from '../domain/utf8.js';
import type { KeyPath } from './problem.js';

export type ConfigObject = Record<string, unknown>;

/** One source of the configuration: the file, the environment, or the flags. */
export type ConfigLayer = {
  readonly values: unknown;
  /** names the place of a key: `waypost.json:7:5`, `WAYPOST_HTTP_PORT`, `--port` */
  readonly locate: (path: KeyPath, at: 'key' | 'value') => Promise<string>;
  /** what could not be read, each with its source */
  readonly problems: readonly string[];
};

/** The part of the configuration from the command line. */
export type LayerFlags = {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly logLevel?: string | undefined;
};

/** Variables that set no key of the configuration. */
const OTHER_VARIABLES = [
  'WAYPOST_CONFIG',
  'WAYPOST_DATA',
  'WAYPOST_ADMIN_API_KEY',
  'WAYPOST_API_KEY',
  'WAYPOST_URL',
  'WAYPOST_PASSPHRASE',
  'WAYPOST_NEW_PASSWORD',
  'WAYPOST_CURRENT_PASSWORD',
  // Of systemd/notify-exec.
  'WAYPOST_NOTIFY_FD',
];
const MIN_KEY_LENGTH = 16;

/** Whether the variable sets no key of the configuration, such as the API key of a command. */
export const isOtherVariable = (name: string): boolean => OTHER_VARIABLES.includes(name);

const failed = (problem: string): ConfigLayer => ({
  values: {},
  locate: () => Promise.resolve(''),
  problems: [problem],
});

/** The layer of a file; a byte order mark is accepted. */
export async function fileLayer(path: string): Promise<ConfigLayer> {
  let text: string | undefined;
  try {
    text = decodeUtf8(await readFile(path));
  } catch (error) {
    return failed(`${path}: ${unreadable(error)}`);
  }
  if (text === undefined) return failed(`${path}: is not UTF-8: save it with that encoding`);
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    const { lineAndColumn, syntaxProblem } = await import('./positions.js');
    const { offset, what } = syntaxProblem(text);
    return failed(`${path}:${lineAndColumn(text, offset)}: not JSON: ${what}`);
  }
  if (!isObject(values)) return failed(`${path}: must have one JSON object, {}, not ${nounOf(values)}`);
  const repeated = repeatedKeys(text);
  const problems = await Promise.all(
    repeated.map(async ({ path: key, offset }) => {
      const { lineAndColumn } = await import('./positions.js');
      return `${path}:${lineAndColumn(text, offset)}: ${key.join('.')} is there twice: remove one of the two`;
    }),
  );
  return {
    values,
    problems,
    async locate(key, at) {
      const { lineAndColumn, offsetOf } = await import('./positions.js');
      return `${path}:${lineAndColumn(text, offsetOf(text, key, at))}`;
    },
  };
}

const unreadable = (error: unknown): string =>
  `cannot be read (${messageOf(error).replace(/,.*/s, '')}): correct the path, or let this user read the file`;

const nounOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value === 'string' ? 'text' : typeof value}`;

type ConfigKey = { readonly path: readonly string[]; readonly type: string };

/** The layer of the `WAYPOST_…` variables. */
export function environmentLayer(env: NodeJS.ProcessEnv): ConfigLayer {
  const keys = new Map(
    configKeysOf(configSchema.properties).map(({ path, type }) => [variableOf(path), { path, type }]),
  );
  const [values, problems]: [ConfigObject, string[]] = [{}, []];
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('WAYPOST_') || isOtherVariable(name) || text === undefined) continue;
    const key = keys.get(name);
    if (key === undefined) {
      const near = didYouMean(name, [...keys.keys(), ...OTHER_VARIABLES], FEW_EDITS);
      problems.push(`${name}: no key of the configuration has this variable${near || ': correct or remove it'}`);
      continue;
    }
    const read = valueFrom(text, key.type);
    if ('problem' in read) problems.push(`${name}: ${key.path.join('.')} ${read.problem}`);
    else setValue(values, key.path, read.value);
  }
  const adminApiKey = env.WAYPOST_ADMIN_API_KEY;
  if (adminApiKey !== undefined && adminApiKey.length < MIN_KEY_LENGTH) {
    problems.push(`WAYPOST_ADMIN_API_KEY: must have at least ${MIN_KEY_LENGTH} characters`);
  }
  const locate = (path: KeyPath): Promise<string> => {
    const found = [...keys.values()].find((key) => key.path.every((part, index) => part === path[index]));
    return Promise.resolve(variableOf(found?.path ?? path.map(String)));
  };
  return { values, locate, problems };
}

/** The variable that sets the key at `path`: `WAYPOST_HTTP_BODY_LIMIT` for http.bodyLimit. */
const variableOf = (path: readonly string[]): string =>
  ['WAYPOST', ...path.map((name) => name.replace(/[A-Z]/g, '_$&').toUpperCase())].join('_');

/** Texts are taken as they are; everything else is JSON, and is not repeated in a message: it may contain a secret. */
function valueFrom(text: string, type: string): { readonly value: unknown } | { readonly problem: string } {
  if (type === 'string') return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    const [repeated] = repeatedKeys(text);
    if (repeated === undefined) return { value };
    return { problem: `has ${repeated.path.join('.')} twice: remove one of the two` };
  } catch {
    const example = EXAMPLES[type];
    return { problem: `must be JSON (${type})${example === undefined ? '' : `, like ${example}`}` };
  }
}

const EXAMPLES: Readonly<Record<string, string>> = { boolean: 'true', array: '["a", "b"]' };

type ConfigNode = { readonly type?: string; readonly properties?: Readonly<Record<string, ConfigNode>> };

const configKeysOf = (properties: Readonly<Record<string, ConfigNode>>, parents: readonly string[] = []): ConfigKey[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined
      ? [{ path: [...parents, name], type: schema.type ?? 'string' }]
      : configKeysOf(schema.properties, [...parents, name]),
  );

function setValue(target: ConfigObject, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[name] = value;
  else setValue((target[name] ??= {}) as ConfigObject, rest, value);
}

/** The layer of the flags. */
export function flagLayer({ host, port, logLevel }: LayerFlags): ConfigLayer {
  const http = {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: /^\d+$/.test(port) ? Number(port) : port }),
  };
  return {
    values: {
      ...(Object.keys(http).length > 0 && { http }),
      ...(logLevel !== undefined && { log: { level: logLevel } }),
    },
    locate: ([section, name]) => Promise.resolve(section === 'log' ? '--log-level' : `--${String(name)}`),
    problems: [],
  };
}
