/** The `email` format of ajv-formats; not imported, because the dashboard uses this file. */
const MAIL_ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
/** RFC 5321, 4.5.3.1: the part before the @, and the whole address without its brackets. */
const MAX_LOCAL_CHARS = 64;
const MAX_CHARS = 254;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** The form of a domain in the DNS: `xn--` for labels with letters outside ASCII (RFC 5891); the domain itself if it has none. */
function asciiDomain(domain: string): string {
  // Of ASCII, only what a domain has: a URL gives other characters a meaning.
  if (!BEYOND_ASCII.test(domain) || /[\0-,/:-@[-`{-\x7f]/.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** The address as mail servers take it. */
export function asciiMailAddress(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  return text.slice(0, at) + asciiDomain(text.slice(at, at + MAX_CHARS));
}

/**
 * Accepts one plain mail address like depot@example.com, without a name, comment, quotes or brackets; the domain may have
 * letters outside ASCII.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const ascii = asciiMailAddress(text);
  return ascii.length <= MAX_CHARS && ascii.lastIndexOf('@') <= MAX_LOCAL_CHARS && MAIL_ADDRESS.test(ascii);
}
