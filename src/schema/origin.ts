/** An origin as browsers send it (RFC 6454, 6.2): `https://depot.example:8443`, no path, no usual port, no wildcard. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'http:' || protocol === 'https:');
}
