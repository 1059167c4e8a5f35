import { isObject } from './json.js';

/** Keys with secret values. Keys that name a file stay. */
const KEYS = 'password|pin|passphrase|.*secret|.*seed|.*token|.*apikey';
const SECRET = new RegExp(`^(?:${KEYS})$`, 'i');
/** The same, and those with personal values. */
const SECRET_KEYS = new RegExp(`^(?:${KEYS}|smsc|user|from)$`, 'i');
/** Of an uplink: where it begins. Of email: an address. */
const isSecret = (name: string, text: string): boolean =>
  SECRET_KEYS.test(name) && !(name === 'from' && (text === 'now' || text === 'start'));

/** A copy with each secret replaced by `(set)`, or by nothing if it is empty. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' ? redacted(name, inner) : withoutSecrets(inner),
    ]),
  );
}

/** A copy in which each secret that is set is `true`: personal values stay, and so do addresses but their path. */
export function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (SECRET.test(name) && inner !== '' && inner !== undefined) return [name, true];
      if (typeof inner !== 'string') return [name, withoutKeys(inner)];
      return [name, isCertainKey(inner) ? true : withoutPath(name, withoutUser(inner))];
    }),
  );
}

/** A private key in the place of the name of its file. */
const isCertainKey = (text: string): boolean => text.includes('PRIVATE KEY-----');

const withoutUser = (text: string): string => text.replace(/^([a-z]+:\/\/)[^/?@]*@/i, '$1');

/** The secrets themselves, to remove them from other text. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? (isSecret(name, inner) ? [inner] : []) : secretsIn(inner),
  );
}

function redacted(name: string, text: string): string {
  if (isSecret(name, text)) return masked(text);
  return withoutPath(name, text);
}

/** Many services give out addresses whose path or query is a secret. */
const withoutPath = (name: string, text: string): string =>
  name === 'url' ? text.replace(/^([a-z]+:\/\/[^/?]+)[/?].+$/i, '$1/(set)') : text;

const masked = (text: string): string => (text === '' ? '' : '(set)');
