import type { ApiResult } from '../api/client.js';

/** A generated API key has 43 of these characters; an access key has them after its prefix. */
const isGeneratedKey = (secret: string): boolean => /^(?:wpk_)?[\w-]{43}$/.test(secret);

/**
 * Sends what a user entered: as a key if it looks generated, else as a password, or then as a key that a person chose.
 * A pasted key may have spaces around it.
 */
export async function trySecret<T>(
  entered: string,
  send: (secret: Readonly<Record<string, string>>) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const pasted = entered.trim();
  if (isGeneratedKey(pasted)) return send({ apiKey: pasted });
  const first = await send({ password: entered });
  return !first.ok && first.code === 'invalid_credentials' ? send({ apiKey: entered }) : first;
}
