/** An API key or access key in an `Authorization` header: as Bearer, or as the password of Basic with the user's name or email. */
export type AuthorizationKey = { readonly userName?: string; readonly apiKey: string };

/** The key; undefined if the header is missing, has a token, or has no password. */
export function readAuthorizationKey(authorization = ''): AuthorizationKey | undefined {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +([^ ]+) *$/i.exec(authorization) ?? [];
  if (scheme === '' || isToken(value)) return undefined;
  if (scheme.toLowerCase() === 'bearer') return { apiKey: value };
  const pair = Buffer.from(value, 'base64').toString();
  const [userName = '', apiKey = ''] = pair.split(/:(.*)/s);
  return apiKey === '' ? undefined : { userName, apiKey };
}

/** A JWT has three parts (RFC 7519, 3); a generated key and base64 have no dot. */
const isToken = (text: string): boolean => /^[^.]+\.[^.]+\.[^.]*$/.test(text);
