import { CHANNEL_NAMES, CHANNELS } from '../../../schema/channels.js';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import type { Conjunction } from '../../format/list.js';
import { channelLabels } from '../../text/channel-labels.js';
import { createTranslate, type Language } from '../../text/text.js';
import { rulesText } from './rules.text.js';
import { summarize } from './summarize.js';

/** The names of devices and groups by id. */
export type NameLookup = { readonly device: (id: string) => string; readonly group: (id: string) => string };

export type RuleSummary = { readonly when: string; readonly recipients: string; readonly quiet: string };

/** Describes a rule in words: when it applies, whom it notifies, and how long it holds repeats back. */
export function describeRule(rule: NotificationRule, language: Language, names: NameLookup): RuleSummary {
  const { alerts, devices, groups, quietMinutes } = rule;
  const t = createTranslate(rulesText, language);
  const list = (all: readonly string[], conjunction?: Conjunction): string => summarize(all, language, conjunction);
  const describeDevices = (): string => {
    if (devices === 'all') return t('allDevices');
    const named = list(devices.map(names.device), 'or');
    if (groups.length === 0) return named;
    const inGroups = t('inGroups', { groups: list(groups.map(names.group), 'or') });
    return devices.length === 0 ? inGroups : t('devicesAndGroups', { devices: named, inGroups });
  };
  const alertText = alerts === 'all' ? t('anyAlert') : list(alerts, 'or');
  const deviceText = describeDevices();
  return {
    when: alertText === '' || deviceText === '' ? t('never') : t('when', { alerts: alertText, devices: deviceText }),
    recipients: CHANNEL_NAMES.map((channel) => ({
      to: rule[CHANNELS[channel].recipientsField],
      channel: channelLabels(channel, language).name,
    }))
      .filter(({ to }) => to.length > 0)
      .map(({ to, channel }) => t('sendTo', { channel, recipients: list(to) }))
      .join(' · '),
    quiet: t('quiet', { minutes: quietMinutes }),
  };
}
