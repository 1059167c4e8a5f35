import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { secretsIn } from './redact.js';

type ScrubOptions = { readonly flags: GatewayFlags; readonly env: NodeJS.ProcessEnv; readonly data: string };

const PLACEHOLDER = '(removed)';
/** Characters. A shorter secret is removed only as a whole word, because it is often part of another word. */
const MIN_UNAMBIGUOUS_LENGTH = 8;

/** Secrets that their form shows: PEM blocks, tokens, API keys, telephone numbers. */
const SECRET_PATTERNS = [
  /-----BEGIN [^-]+-----[^]*?-----END [^-]+-----/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<![\w/+-])[\w-]{40,}(?![\w/+-])/g,
  /(?<!\d)(?:\+|00)\d(?:[ -]?\d){6,14}\b/g,
];

/** Returns a function that removes from a text all secrets of this machine and everything that looks like one. */
export async function createScrub({ flags, env, data }: ScrubOptions): Promise<(text: string) => string> {
  const config = await loadSettings(flags, env).then(
    (settings): unknown => settings.config,
    // An invalid configuration can contain secrets, too.
    () => readJson(flags.config ?? env.WAYPOST_CONFIG ?? ''),
  );
  const environmentSecrets = Object.entries(env)
    .filter(([name]) => /KEY|PASS|PIN|SECRET|TOKEN|SMSC/.test(name))
    .map(([, value]) => value ?? '');
  const keys = Object.values((await readJson(join(data, 'keys.json'))) ?? {}).filter((one) => typeof one === 'string');
  // The longest first, because one secret can be part of another.
  const known = [...new Set([...secretsIn(config), ...environmentSecrets, ...keys])]
    .filter((secret) => secret.length >= 4)
    .sort((a, b) => b.length - a.length)
    .map((secret) => new RegExp(secretPattern(secret), 'g'));
  return (text) => [...known, ...SECRET_PATTERNS].reduce((left, pattern) => left.replace(pattern, PLACEHOLDER), text);
}

function secretPattern(secret: string): string {
  const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // As it is, and escaped as in a JSON string.
  const either = [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map(escape).join('|');
  return secret.length < MIN_UNAMBIGUOUS_LENGTH ? `(?<!\\w)(?:${either})(?!\\w)` : `(?:${either})`;
}

const readJson = (path: string): Promise<Record<string, unknown> | undefined> =>
  readFile(path, 'utf8').then(
    (text) => parseJson(text),
    () => undefined,
  );

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
