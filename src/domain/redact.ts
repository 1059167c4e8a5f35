import { isObject } from './json.js';

/** Keys with secret or personal values. Keys that name a file stay. */
const SECRET_KEYS = /^(?:password|pin|smsc|user|from|passphrase|.*secret|.*token|.*apikey)$/i;

/** A copy with each secret replaced by `(set)`, or by nothing if it is empty. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_KEYS.test(name) && typeof inner === 'string' ? masked(inner) : withoutSecrets(inner),
    ]),
  );
}

/** The secrets themselves, to remove them from other text. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    SECRET_KEYS.test(name) && typeof inner === 'string' ? [inner] : secretsIn(inner),
  );
}

const masked = (text: string): string => (text === '' ? '' : '(set)');
