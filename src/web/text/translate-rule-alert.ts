import { ruleAlertText } from './rule-alert.js';
import { createTranslate, type Language } from './text.js';

type Key = keyof typeof ruleAlertText.english;

const KEYS = Object.keys(ruleAlertText.english) as readonly Key[];

const NUMBER = '-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?';
const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Every value but the name of a zone is a number. */
function patternOf(key: Key): RegExp {
  const parts = ruleAlertText.english[key]
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? escapeRegex(part) : `(?<${part}>${part === 'zone' ? '.+' : NUMBER})`));
  return new RegExp(`^${parts.join('')}$`, 's');
}

const PATTERNS = KEYS.map((key) => ({ key, regex: patternOf(key) }));

/** No text has more decimals. */
const MAX_DECIMALS = 20;

/** Translates the text of an alert that an alert rule raised, with its numbers; an unknown text stays as it is. */
export function translateRuleAlert(text: string, language: Language): string {
  for (const { key, regex } of PATTERNS) {
    const found = regex.exec(text)?.groups;
    if (found === undefined) continue;
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(found)) values[name] = name === 'zone' ? value : inWords(value);
    const t = createTranslate(ruleAlertText, language) as (
      key: Key,
      values: Readonly<Record<string, string>>,
    ) => string;
    return t(key, values);
  }
  return text;

  function inWords(value: string): string {
    return Number(value).toLocaleString(language, { maximumFractionDigits: MAX_DECIMALS });
  }
}
