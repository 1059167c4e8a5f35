import { isObject } from './json.js';

/** Keys with secret or personal values. Keys that name a file stay. */
const SECRET_KEYS = /^(?:password|pin|smsc|user|from|passphrase|.*secret|.*seed|.*token|.*apikey)$/i;
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
  // Many services give out addresses whose path or query is a secret.
  return name === 'url' ? text.replace(/^([a-z]+:\/\/[^/?]+)[/?].+$/i, '$1/(set)') : text;
}

const masked = (text: string): string => (text === '' ? '' : '(set)');
