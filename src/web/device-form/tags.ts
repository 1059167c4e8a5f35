/** Tags in a form: one per line, `name = value`. */

export const formatTags = (tags: Readonly<Record<string, string>>): string =>
  Object.entries(tags)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');

/** undefined if a line has no name or no `=`. */
export function parseTags(text: string, separator: string | RegExp = '\n'): Record<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const line of text.split(separator)) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
    if (name.trim() === '') return undefined;
    tags.set(name.trim(), value.trim());
  }
  return Object.fromEntries(tags);
}
