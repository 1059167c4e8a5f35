const MOST_LETTERS = 200;
const entities: Readonly<Record<string, string>> = {
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

/** Whose map it is, out of an archive's metadata: archives have it as HTML, of which the words alone are taken. */
export function attributionOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { readonly attribution?: unknown };
  if (typeof attribution !== 'string') return '';
  const words = attribution
    .slice(0, 10 * MOST_LETTERS)
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS - 1)}…` : words;
}
