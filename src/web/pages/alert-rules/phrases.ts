import { formatDuration } from '../../format/duration.js';
import type { UnitSystem } from '../../format/quantity.js';
import { createTranslate, type Language, type Translate } from '../../text/text.js';
import { summarize } from '../rules/summarize.js';
import { alertRulesText } from './alert-rules.text.js';
import { formatQuantity, type NumberKind } from './units.js';

/** In whose words a rule is described; names are by id. */
export type RuleWords = {
  readonly language: Language;
  readonly units: UnitSystem;
  readonly device: (id: string) => string;
  readonly group: (id: string) => string;
  readonly zone: (id: string) => string;
};

/** The parts of the sentences of a rule. */
export type Phrases = {
  readonly t: Translate<(typeof alertRulesText)['english']>;
  /** `value`: in the unit of the API */
  readonly quantity: (value: number, kind: NumberKind) => string;
  readonly minutesText: (minutes: number) => string;
  /** names of zones */
  readonly list: (zoneIds: readonly string[]) => string;
  /** with the time that it must last; nothing is added for 0 */
  readonly lasting: (what: string, seconds: number) => string;
};

const MINUTE_S = 60;

export function createPhrases({ language, units, zone }: RuleWords): Phrases {
  const t = createTranslate(alertRulesText, language);
  return {
    t,
    quantity: (value, kind) => formatQuantity(value, kind, language, units),
    minutesText: (minutes) => formatDuration(minutes * MINUTE_S, language),
    list: (zoneIds) => summarize(zoneIds.map(zone), language, 'or'),
    lasting: (what, seconds) =>
      seconds === 0 ? what : t('forAtLeast', { what, duration: formatDuration(seconds, language) }),
  };
}
