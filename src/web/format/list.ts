import type { Language } from '../text/text.js';

/** `and`: all of them; `or`: any of them */
export type Conjunction = 'and' | 'or';

const LIST_TYPES = { and: 'conjunction', or: 'disjunction' } as const;
const formats = new Map<string, Intl.ListFormat>();

/** Names as a list in a sentence: a, b and c. */
export function formatList(names: readonly string[], language: Language, conjunction: Conjunction = 'and'): string {
  const key = `${language} ${conjunction}`;
  let format = formats.get(key);
  if (format === undefined)
    formats.set(key, (format = new Intl.ListFormat(language, { type: LIST_TYPES[conjunction] })));
  return format.format(names);
}
