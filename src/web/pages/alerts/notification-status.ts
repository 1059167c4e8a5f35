import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '../../../schema/channels.js';
import type { AlertView, DeviceAlertView } from '../../../schema/records/alert.js';
import type { MessageState, MessageView } from '../../../schema/messages/message.js';

/** `unknown`: it is not known whether a message was sent. */
export type NotificationStatus = 'notified' | 'queued' | 'failed' | 'unknown' | 'notNotified';

/** The best status of the messages of an alert, and the channels and reasons of the messages that have it. */
export type NotificationSummary = {
  readonly status: NotificationStatus;
  readonly channels: readonly ChannelName[];
  /** each once; omitted: none is known */
  readonly reasons?: readonly string[];
};

type NotificationView = Pick<AlertView, 'notifications' | 'messages'>;

const STATUS_OF_STATE: Readonly<Record<MessageState, NotificationStatus>> = {
  sent: 'notified',
  queued: 'queued',
  sending: 'queued',
  failed: 'failed',
  uncertain: 'unknown',
  expired: 'failed',
  suppressed: 'notNotified',
};

/** One message that was sent is enough. */
const BEST_FIRST = ['notified', 'queued', 'unknown', 'failed'] as const satisfies readonly NotificationStatus[];

/** Messages of earlier versions name the device, the time and the names of their alert, but not its id. */
const keyOf = (deviceId: string, { dateTime, alerts }: Pick<AlertView, 'dateTime' | 'alerts'>): string =>
  JSON.stringify([deviceId, dateTime, alerts]);

/** The summary in the alert itself, as of the time when it was read. */
function summaryOf({ notifications, messages }: NotificationView): NotificationSummary {
  const channels = CHANNEL_NAMES.filter((name) => notifications.includes(CHANNELS[name].notificationName));
  if (channels.length > 0) return { status: 'notified', channels };
  if (messages === undefined) return { status: 'notNotified', channels: [] };
  const status = messages.queued > 0 ? 'queued' : messages.failed > 0 ? 'failed' : 'notNotified';
  return { status, channels: [] };
}

/** Looks up an alert in the messages that were created for it; one without listed messages speaks for itself. */
export function createStatusLookup(messages: readonly MessageView[]): (alert: DeviceAlertView) => NotificationSummary {
  const byAlert = new Map<string, MessageView[]>();
  for (const message of messages) {
    const { deviceId, cause } = message;
    if (cause.alert === undefined) continue;
    const key = cause.alert.id ?? keyOf(deviceId, cause.alert);
    byAlert.set(key, [...(byAlert.get(key) ?? []), message]);
  }
  return (alert) => {
    const own = summaryOf(alert);
    const found = byAlert.get(alert.id) ?? byAlert.get(keyOf(alert.deviceId, alert)) ?? [];
    const status = BEST_FIRST.find((one) => found.some(({ state }) => STATUS_OF_STATE[state] === one));
    if (own.status === 'notified' || status === undefined) return own;
    const listed = found.filter(({ state }) => STATUS_OF_STATE[state] === status);
    const reasons = [...new Set(listed.flatMap(({ reason }) => reason ?? []))];
    return {
      status,
      channels: CHANNEL_NAMES.filter((name) => listed.some(({ channel }) => channel === name)),
      ...(reasons.length > 0 && { reasons }),
    };
  };
}
