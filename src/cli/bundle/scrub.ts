import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings, type GatewayFlags } from '../../config.js';
import { secretsIn } from './redact.js';

type ScrubOptions = { readonly flags: GatewayFlags; readonly env: NodeJS.ProcessEnv; readonly data: string };

const PLACEHOLDER = '(taken out)';
/** Of a secret that is so short, only what stands alone is it. */
const SHORT_SECRET = 8;

/** What gives itself away: PEM blocks, tokens, keys of the API, numbers of telephones. */
const SECRET_PATTERNS = [
  /-----BEGIN [^-]+-----[^]*?-----END [^-]+-----/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<![\w/+-])[\w-]{40,}(?![\w/+-])/g,
  /(?<!\d)(?:\+|00)\d(?:[ -]?\d){6,14}\b/g,
];

/** Takes out of a text every secret this machine knows of, and what looks like one. */
export async function createScrub({ flags, env, data }: ScrubOptions): Promise<(text: string) => string> {
  const config = await loadSettings(flags, env).then(
    (settings): unknown => settings.config,
    // One that is wrong may hold secrets all the same.
    () => readJson(flags.config ?? env.WAYPOST_CONFIG ?? ''),
  );
  const environmentSecrets = Object.entries(env)
    .filter(([name]) => /KEY|PASS|PIN|SECRET|TOKEN|SMSC/.test(name))
    .map(([, value]) => value ?? '');
  const keys = Object.values((await readJson(join(data, 'keys.json'))) ?? {}).filter((one) => typeof one === 'string');
  // The longest first: one may be a part of another.
  const known = [...new Set([...secretsIn(config), ...environmentSecrets, ...keys])]
    .filter((secret) => secret.length >= 4)
    .sort((a, b) => b.length - a.length)
    .map((secret) => new RegExp(secretPattern(secret), 'g'));
  return (text) => [...known, ...SECRET_PATTERNS].reduce((left, pattern) => left.replace(pattern, PLACEHOLDER), text);
}

function secretPattern(secret: string): string {
  const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // As it is, and as a text of JSON has it.
  const either = [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map(escape).join('|');
  return secret.length < SHORT_SECRET ? `(?<!\\w)(?:${either})(?!\\w)` : `(?:${either})`;
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
