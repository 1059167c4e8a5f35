const MAX_LENGTH = 200;
const HTML_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  '#169': '©',
  '#39': "'",
};

/** The attribution from an archive's metadata, as plain text; archives store it as HTML. */
export function attributionOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { readonly attribution?: unknown };
  if (typeof attribution !== 'string') return '';
  const words = attribution
    .slice(0, 10 * MAX_LENGTH)
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => HTML_ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}
