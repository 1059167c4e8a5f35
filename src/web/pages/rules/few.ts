import { listText, type Joining } from '../../format/list.js';
import { sayIn, type Language } from '../../text/text.js';
import { rulesText } from '../rules.text.js';

/** Whole lists are in the form. */
const MOST_NAMED = 3;

/** The first of them by name, and how many others there are. */
export function fewText(names: readonly string[], language: Language, joining: Joining = 'and'): string {
  const rest = names.length - MOST_NAMED;
  const say = sayIn(rulesText, language);
  // One more is said as quickly as counted.
  const said = rest > 1 ? [...names.slice(0, MOST_NAMED), say('others', { count: rest })] : names;
  return listText(said, language, joining);
}
