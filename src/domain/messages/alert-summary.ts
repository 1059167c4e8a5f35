import type { ChannelName } from '../../schema/channels.js';
import type { MessageState } from '../../schema/messages/message.js';
import type { MessageCounts } from '../../schema/records/alert.js';
import { apiAlertNames } from '../records/alert-name.js';
import type { Message } from './message.js';

/** An alert as its messages name it. */
type AlertReference = {
  readonly id: string;
  readonly deviceId: string;
  readonly dateTime: string;
  readonly alerts: readonly string[];
};

/** What the kept messages say about an alert; `sent`: the channels by which one was sent. */
export type AlertSummary = { readonly counts: MessageCounts; readonly sent: ReadonlySet<ChannelName> };

/** A message that is not known to be sent counts as failed. */
const COUNTED_AS: Readonly<Record<MessageState, keyof MessageCounts>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  failed: 'failed',
  uncertain: 'failed',
  expired: 'failed',
  suppressed: 'suppressed',
};

const NO_MESSAGES: MessageCounts = { queued: 0, sent: 0, failed: 0, suppressed: 0 };

/** Messages that an earlier version queued do not have the id of their alert. */
const keyOf = (deviceId: string, { dateTime, alerts }: Pick<AlertReference, 'dateTime' | 'alerts'>): string =>
  JSON.stringify([deviceId, dateTime, apiAlertNames(alerts)]);

/** Counts the messages of these alerts, by alert id; an alert without kept messages is left out. */
export function summarizeMessages(
  alerts: readonly AlertReference[],
  messages: readonly Iterable<Message>[],
): ReadonlyMap<string, AlertSummary> {
  const ids = new Set(alerts.map(({ id }) => id));
  let idByKey: Map<string, string> | undefined;
  const summaries = new Map<string, { counts: MessageCounts; sent: Set<ChannelName> }>();
  const idOf = ({ alertId, deviceId, cause }: Message): string | undefined => {
    if (alertId !== undefined || cause.alert === undefined) return alertId;
    idByKey ??= new Map(alerts.map((alert) => [keyOf(alert.deviceId, alert), alert.id]));
    return idByKey.get(keyOf(deviceId, cause.alert));
  };
  for (const some of messages) {
    for (const message of some) {
      const id = idOf(message);
      if (id === undefined || !ids.has(id)) continue;
      const summary = summaries.get(id) ?? { counts: { ...NO_MESSAGES }, sent: new Set() };
      summaries.set(id, summary);
      summary.counts[COUNTED_AS[message.state]] += 1;
      if (message.state === 'sent') summary.sent.add(message.channel);
    }
  }
  return summaries;
}
