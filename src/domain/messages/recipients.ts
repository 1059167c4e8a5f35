import type { AlertSeries } from '../../schema/entry.js';
import { CHANNELS, CHANNEL_NAMES, type ChannelField, type ChannelName } from '../../schema/channels.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';

/** A rule that an alert matches, and the series of each matching name, continued with the alert. */
export type RuleMatch = {
  readonly rule: NotificationRule;
  readonly series: readonly { readonly series: AlertSeries; readonly isNotified: boolean }[];
};

export type RecipientAddress = { readonly channel: ChannelName; readonly to: string };
/** An address to notify, and by which rule; `isRepeat`: it was notified of the same alert recently. */
export type Recipient = RecipientAddress & { readonly rule: string; readonly isRepeat: boolean };

export const addressKey = ({ channel, to }: RecipientAddress): string => `${channel} ${to}`;

/** A rule stored before a channel existed lacks its field. */
type RecipientLists = Readonly<Partial<Record<ChannelField<'recipientsField'>, readonly string[]>>>;

export const addressesOf = (rule: RecipientLists): readonly RecipientAddress[] =>
  CHANNEL_NAMES.flatMap((channel) => (rule[CHANNELS[channel].recipientsField] ?? []).map((to) => ({ channel, to })));

/** Each address once, even if several rules name it. It is a repeat only if it is one for all of them. */
export function recipientsOf(matches: readonly RuleMatch[]): readonly Recipient[] {
  const found = new Map<string, Recipient>();
  for (const { rule, series } of matches) {
    const isRepeat = !series.some(({ isNotified }) => isNotified);
    for (const address of addressesOf(rule)) {
      const key = addressKey(address);
      if (found.get(key)?.isRepeat !== false) found.set(key, { ...address, rule: rule.id, isRepeat });
    }
  }
  return [...found.values()];
}
