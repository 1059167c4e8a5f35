import type { NotificationInput } from '../../../schema/notification.js';
import { textOf } from '../../format/form-text.js';

/** What the form says of a rule. */
export function ruleOf(data: FormData, devices: ReadonlySet<string>): Required<RuleFields> {
  const ticked = (name: string): string[] => data.getAll(name).filter((value) => typeof value === 'string');
  const names = [...ticked('alerts'), ...linesOf(textOf(data, 'otherAlerts'), /\n/)];
  const isOfAll = textOf(data, 'about') === 'all';
  return {
    name: textOf(data, 'name'),
    enabled: data.has('enabled'),
    alerts: textOf(data, 'when') === 'all' ? 'all' : [...new Set(names)],
    devices: isOfAll ? 'all' : [...devices],
    groups: isOfAll ? [] : ticked('groups'),
    emails: addressesOf(textOf(data, 'emails')),
    phones: phonesOf(textOf(data, 'phones')),
    quietMinutes: Number(textOf(data, 'quietMinutes')),
  };
}

export type RuleFields = Pick<
  NotificationInput,
  'name' | 'enabled' | 'alerts' | 'devices' | 'groups' | 'emails' | 'phones' | 'quietMinutes'
>;

/** Each once, in their order. */
function linesOf(text: string, between: RegExp): string[] {
  const all = text.split(between).map((one) => one.trim());
  return [...new Set(all.filter((one) => one !== ''))];
}

const addressesOf = (text: string): string[] => linesOf(text, /[\s,;]/);

/** People write numbers with spaces, hyphens and brackets between the digits: the gateway takes none. */
const phonesOf = (text: string): string[] => linesOf(text.replace(/[ \u00a0().\-/]/g, ''), /[\s,;]/);
