const PLACEHOLDER = '(removed)';
/** Characters. A shorter secret is removed only as a whole word, because it is often part of another word. */
const MIN_UNAMBIGUOUS_LENGTH = 8;
/** A shorter secret cannot be distinguished from other text. */
const MIN_LENGTH = 4;

const PEM_BEGIN = /-----BEGIN [^-]{1,64}-----/g;
const PEM_END = /-----END [^-]{1,64}-----/g;

/** Secrets that their form shows: tokens, API keys, telephone numbers. */
const SECRET_PATTERNS = [
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<![\w/+-])[\w-]{40,}(?![\w/+-])/g,
  /(?<!\d)(?:\+|00)\d(?:[ -]?\d){6,14}\b/g,
];

/** Returns a function that removes the given secrets from a text, and everything that looks like one. */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  // The longest first, because one secret can be part of another.
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length)
    .map((secret) => new RegExp(secretPattern(secret), 'g'));
  return (text) =>
    [...known, ...SECRET_PATTERNS].reduce((left, pattern) => left.replace(pattern, PLACEHOLDER), withoutPem(text));
}

/** Removes PEM blocks. One expression for both ends would search for the second one again and again. */
function withoutPem(text: string): string {
  let left = '';
  let at = 0;
  for (;;) {
    PEM_BEGIN.lastIndex = at;
    const begin = PEM_BEGIN.exec(text);
    PEM_END.lastIndex = PEM_BEGIN.lastIndex;
    const end = begin === null ? null : PEM_END.exec(text);
    if (begin === null || end === null) return left + text.slice(at);
    left += text.slice(at, begin.index) + PLACEHOLDER;
    at = PEM_END.lastIndex;
  }
}

function secretPattern(secret: string): string {
  const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // As it is, and escaped as in a JSON string.
  const either = [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map(escape).join('|');
  return secret.length < MIN_UNAMBIGUOUS_LENGTH ? `(?<!\\w)(?:${either})(?!\\w)` : `(?:${either})`;
}

/** The secrets in environment variables, by their names. */
export const environmentSecrets = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env)
    .filter(([name]) => /KEY|PASS|PIN|SECRET|TOKEN|SMSC/.test(name))
    .map(([, value]) => value ?? '');
