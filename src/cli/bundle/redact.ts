import { isObject } from '../../domain/json.js';

/** Keys whose values are nobody else's business. What names a file stays. */
const SECRET_KEYS = /^(?:password|pin|smsc|user|from|passphrase|.*secret|.*token|.*apikey)$/i;

/** The same configuration with its secrets taken out; whether there is one still shows. */
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

/** The secrets themselves, for who has to find them elsewhere. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    SECRET_KEYS.test(name) && typeof inner === 'string' ? [inner] : secretsIn(inner),
  );
}

const masked = (text: string): string => (text === '' ? '' : '(set)');
