import { formatList, type Conjunction } from '../../format/list.js';
import { createTranslate, type Language } from '../../text/text.js';
import { rulesText } from './rules.text.js';

/** Whole lists are in the form. */
const MAX_NAMED = 3;

/** The first of them by name, and how many others there are. */
export function summarize(names: readonly string[], language: Language, conjunction: Conjunction = 'and'): string {
  const rest = names.length - MAX_NAMED;
  const t = createTranslate(rulesText, language);
  // One more is said as quickly as counted.
  const shownNames = rest > 1 ? [...names.slice(0, MAX_NAMED), t('others', { count: rest })] : names;
  return formatList(shownNames, language, conjunction);
}
