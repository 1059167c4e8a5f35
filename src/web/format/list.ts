import type { Language } from '../text/text.js';

/** `and`: all of them; `or`: any of them */
export type Joining = 'and' | 'or';

const types = { and: 'conjunction', or: 'disjunction' } as const;
const formats = new Map<string, Intl.ListFormat>();

/** Names as they are said one after the other: a, b and c. */
export function listText(names: readonly string[], language: Language, joining: Joining = 'and'): string {
  const key = `${language} ${joining}`;
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = new Intl.ListFormat(language, { type: types[joining] })));
  return format.format(names);
}
