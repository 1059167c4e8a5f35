import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import type { Conjunction } from '../../format/list.js';
import { createTranslate, type Language } from '../../text/text.js';
import { rulesText } from './rules.text.js';
import { summarize } from './summarize.js';

/** How devices and groups are called, by their ids. */
export type NameLookup = { readonly device: (id: string) => string; readonly group: (id: string) => string };

export type RuleSummary = { readonly when: string; readonly recipients: string; readonly quiet: string };

/** A rule in words: when it is met, whom it tells, and for how long it is quiet then. */
export function describeRule(
  { alerts, devices, groups, emails, phones, quietMinutes }: NotificationRule,
  language: Language,
  names: NameLookup,
): RuleSummary {
  const t = createTranslate(rulesText, language);
  const list = (all: readonly string[], conjunction?: Conjunction): string => summarize(all, language, conjunction);
  const deviceText = (): string => {
    if (devices === 'all') return t('ofAll');
    const named = list(devices.map(names.device), 'or');
    if (groups.length === 0) return named;
    const ofGroups = t('ofGroups', { groups: list(groups.map(names.group), 'or') });
    return devices.length === 0 ? ofGroups : t('ofBoth', { named, ofGroups });
  };
  const what = alerts === 'all' ? t('anyAlert') : list(alerts, 'or');
  const describedDevices = deviceText();
  return {
    when: what === '' || describedDevices === '' ? t('never') : t('when', { what, about: describedDevices }),
    recipients: [
      ...(emails.length === 0 ? [] : [t('emailTo', { who: list(emails) })]),
      ...(phones.length === 0 ? [] : [t('smsTo', { who: list(phones) })]),
    ].join(' · '),
    quiet: t('quiet', { minutes: quietMinutes }),
  };
}
