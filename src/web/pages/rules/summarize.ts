import { formatList, type Conjunction } from '../../format/list.js';
import { createTranslate, type Language } from '../../text/text.js';
import { rulesText } from './rules.text.js';

/** The form has the whole list. */
const MAX_NAMED = 3;

/** Lists the first names, and how many others there are. */
export function summarize(names: readonly string[], language: Language, conjunction: Conjunction = 'and'): string {
  const rest = names.length - MAX_NAMED;
  const t = createTranslate(rulesText, language);
  // A single remaining name is as short as its count.
  const shownNames = rest > 1 ? [...names.slice(0, MAX_NAMED), t('others', { count: rest })] : names;
  return formatList(shownNames, language, conjunction);
}
