/** An API key or access key in an `Authorization` header: as Bearer, or as the password of Basic with the user's name or email. */
export type AuthorizationKey = { readonly userName?: string; readonly apiKey: string };

/** The key; undefined if the header is missing or has a token. */
export function readAuthorizationKey(authorization = ''): AuthorizationKey | undefined {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +([^ ]+) *$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return isToken(value) ? undefined : { apiKey: value };
  if (scheme === '') return undefined;
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? { userName: pair, apiKey: '' } : { userName: pair.slice(0, colon), apiKey: pair.slice(colon + 1) };
}

/** A JWT has three parts (RFC 7519, 3); a generated key has no dot. */
const isToken = (text: string): boolean => /^[^.]+\.[^.]+\.[^.]*$/.test(text);
