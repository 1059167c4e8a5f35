import type { ActiveHours, AlertRule, RuleSettings } from '../../../schema/alert-rules/alert-rule.js';
import type { RuleParameters, RuleTypeName } from '../../../schema/alert-rules/rule-types.js';
import { formatList } from '../../format/list.js';
import { createTranslate, type Language } from '../../text/text.js';
import { summarize } from '../rules/summarize.js';
import { alertRulesText } from './alert-rules.text.js';
import { createPhrases, type RuleWords } from './phrases.js';
import { RULE_ROWS } from './rule-rows.js';

/** What the sentence of a rule is made of. */
export type DescribedRule = RuleSettings & Pick<AlertRule, 'all' | 'devices' | 'groups' | 'activeHours'>;

/** A rule in one sentence: what raises it, for which devices and when. */
export function describeAlertRule(rule: DescribedRule, words: RuleWords): string {
  const { language } = words;
  const hours = rule.activeHours === undefined ? [] : [describeHours(rule.activeHours, language)];
  return [describeSettings(rule, words), describeScope(rule, words), ...hours].join(', ');
}

/** Only what raises it. */
export const describeSettings = (settings: RuleSettings, words: RuleWords): string => describeTyped(settings, words);

type Typed<Type extends RuleTypeName> = { readonly type: Type } & RuleParameters[Type];

const describeTyped = <Type extends RuleTypeName>(settings: Typed<Type>, words: RuleWords): string =>
  RULE_ROWS[settings.type].describe(settings, createPhrases(words));

/** Names of the alerts that a rule raises. */
export const raisedBy = (settings: RuleSettings): readonly string[] => raisedByTyped(settings);

const raisedByTyped = <Type extends RuleTypeName>(settings: Typed<Type>): readonly string[] =>
  RULE_ROWS[settings.type].raises(settings);

function describeScope({ all, devices, groups }: DescribedRule, { language, device, group }: RuleWords): string {
  const t = createTranslate(alertRulesText, language);
  if (all) return t('allDevices');
  if (groups.length > 0) return t('inGroups', { groups: summarize(groups.map(group), language) });
  return devices.length === 0 ? t('noDevice') : summarize(devices.map(device), language);
}

/** `Mon–Fri 06:00–18:00` */
export function describeHours({ from, to, days = DAYS }: ActiveHours, language: Language): string {
  const times = `${from}–${to}`;
  return days.length === DAYS.length ? times : `${describeDays(days, language)} ${times}`;
}

/** 1 is Monday. */
export const DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** The first of January 2024 was a Monday. */
export const dayName = (day: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/** Days in a row are a range, from three days on. */
const MIN_RANGE = 3;

function describeDays(days: readonly number[], language: Language): string {
  const runs: number[][] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const parts = runs.flatMap((run) => {
    const names = run.map((day) => dayName(day, language));
    return run.length < MIN_RANGE ? names : [`${names[0] ?? ''}–${names.at(-1) ?? ''}`];
  });
  return formatList(parts, language);
}
