/** No known scheme is longer. */
const SCHEME = /^[a-z][a-z0-9+.-]{0,15}:\/\//i;
const END_OF_AUTHORITY = /[/?#\\\s]/;

/** The text is an address with a scheme. */
export const isAddress = (text: string): boolean => SCHEME.test(text);

/**
 * Scheme, host and port of an address: many services give out addresses whose path or query is a secret. Of a text that is
 * no address, nothing.
 */
export function authorityOf(text: string): string {
  const [scheme] = SCHEME.exec(text) ?? [];
  if (scheme === undefined) return '';
  const rest = text.slice(scheme.length);
  const end = rest.search(END_OF_AUTHORITY);
  const hosts = end < 0 ? rest : rest.slice(0, end);
  return scheme + hosts.slice(hosts.lastIndexOf('@') + 1);
}
