import type { AlertSeries } from '../schema/entry.js';
import type { ChannelName } from '../schema/message.js';
import type { Notification } from '../schema/notification.js';

/** A rule that an alert has met, and how its series go on with it: one for each name that has met. */
export type Met = {
  readonly rule: Notification;
  readonly series: readonly { readonly series: AlertSeries; readonly isTold: boolean }[];
};

export type Address = { readonly channel: ChannelName; readonly to: string };
/** Somebody who is to be told, by which rule; `isQuiet`: he was told of the same a moment ago. */
export type Recipient = Address & { readonly rule: string; readonly isQuiet: boolean };

export const addressKey = ({ channel, to }: Address): string => `${channel} ${to}`;

export const addressesOf = ({ emails, phones }: Pick<Notification, 'emails' | 'phones'>): readonly Address[] => [
  ...emails.map((to) => ({ channel: 'email' as const, to })),
  ...phones.map((to) => ({ channel: 'sms' as const, to })),
];

/** Everybody once, also who is named by several rules: he is told when one of them is not quiet. */
export function recipientsOf(met: readonly Met[]): readonly Recipient[] {
  const found = new Map<string, Recipient>();
  for (const { rule, series } of met) {
    const isQuiet = !series.some(({ isTold }) => isTold);
    for (const address of addressesOf(rule)) {
      const key = addressKey(address);
      if (found.get(key)?.isQuiet !== false) found.set(key, { ...address, rule: rule.id, isQuiet });
    }
  }
  return [...found.values()];
}
