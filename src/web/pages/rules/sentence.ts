import type { Notification } from '../../../schema/notification.js';
import type { Joining } from '../../format/list.js';
import { sayIn, type Language } from '../../text/text.js';
import { rulesText } from '../rules.text.js';
import { fewText } from './few.js';

/** How devices and groups are called, by their ids. */
export type Names = { readonly device: (id: string) => string; readonly group: (id: string) => string };

export type Sentence = { readonly when: string; readonly told: string; readonly quiet: string };

/** A rule in words: when it is met, whom it tells, and for how long it is quiet then. */
export function ruleSentence(
  { alerts, devices, groups, emails, phones, quietMinutes }: Notification,
  language: Language,
  names: Names,
): Sentence {
  const say = sayIn(rulesText, language);
  const list = (all: readonly string[], joining?: Joining): string => fewText(all, language, joining);
  const whose = (): string => {
    if (devices === 'all') return say('ofAll');
    const named = list(devices.map(names.device), 'or');
    if (groups.length === 0) return named;
    const ofGroups = say('ofGroups', { groups: list(groups.map(names.group), 'or') });
    return devices.length === 0 ? ofGroups : say('ofBoth', { named, ofGroups });
  };
  const what = alerts === 'all' ? say('anyAlert') : list(alerts, 'or');
  const about = whose();
  return {
    when: what === '' || about === '' ? say('never') : say('when', { what, about }),
    told: [
      ...(emails.length === 0 ? [] : [say('emailTo', { who: list(emails) })]),
      ...(phones.length === 0 ? [] : [say('smsTo', { who: list(phones) })]),
    ].join(' · '),
    quiet: say('quiet', { minutes: quietMinutes }),
  };
}
