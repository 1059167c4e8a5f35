import { CHANNEL_NAMES, type ChannelName } from '../../../schema/channels.js';
import type { AlertView, DeviceAlertView } from '../../../schema/records/alert.js';
import type { MessageState, MessageView } from '../../../schema/messages/message.js';

/** `unknown`: it is not known whether a message arrived, or the gateway does not list its messages any more. */
export type NotificationStatus = 'notified' | 'queued' | 'failed' | 'unknown' | 'notNotified';

const STATUS_OF_STATE: Readonly<Record<MessageState, NotificationStatus>> = {
  sent: 'notified',
  queued: 'queued',
  sending: 'queued',
  failed: 'failed',
  uncertain: 'unknown',
  expired: 'failed',
  suppressed: 'notNotified',
};

/** The best status of its messages is the status of an alert: one message that was sent is enough. */
const BEST_FIRST = ['notified', 'queued', 'unknown', 'failed'] as const satisfies readonly NotificationStatus[];

/** The messages of an alert name the device, the time and the alerts, but no id. */
const alertKey = (deviceId: string, { dateTime, alerts }: Pick<AlertView, 'dateTime' | 'alerts'>): string =>
  JSON.stringify([deviceId, dateTime, alerts]);

/** Was a message of the alert accepted for sending? */
export const isAccepted = (alert: Pick<AlertView, ChannelName>): boolean =>
  CHANNEL_NAMES.some((channel) => alert[channel]);

/** Looks up the status of an alert in the messages that were created for it. */
export function createStatusLookup(messages: readonly MessageView[]): (alert: DeviceAlertView) => NotificationStatus {
  const byAlert = new Map<string, Set<NotificationStatus>>();
  for (const { deviceId, cause, state } of messages) {
    if (cause.alert === undefined) continue;
    const key = alertKey(deviceId, cause.alert);
    byAlert.set(key, (byAlert.get(key) ?? new Set()).add(STATUS_OF_STATE[state]));
  }
  return (alert) => {
    if (!isAccepted(alert)) return 'notNotified';
    const found = byAlert.get(alertKey(alert.deviceId, alert));
    return BEST_FIRST.find((status) => found?.has(status) === true) ?? 'unknown';
  };
}
