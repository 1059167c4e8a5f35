import type { SendResult } from '../../channels/channel.js';
import { GATEWAY_SOURCE, limitAlert } from '../../domain/messages/limit-alerts.js';
import { quotaOf, type Message } from '../../domain/messages/message.js';
import { crossedThreshold, sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import { hasQuota } from '../../schema/channels.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { UsageThreshold } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';

/** The entries for a message after an attempt. `alerts`: the limit alert that it raises, if any. */
export type DeliveryResult = {
  readonly willRetry: boolean;
  readonly changes: readonly Change[];
  readonly alerts: readonly TrackerChange[];
};

type QuotaNotice = { readonly percent: UsageThreshold; readonly alert: TrackerChange };
type QuotaState = Pick<Store['state'], 'devices' | 'sent'>;
type DeliveryState = QuotaState & Pick<Store['state'], 'finishedMessages'>;

/** `state`: as while the message is being sent, with its units counted; `now`: ms since 1970. */
export function toDeliveryResult(
  message: Message,
  outcome: SendResult,
  state: DeliveryState,
  now: number,
): DeliveryResult {
  const { id, units, attempts } = message;
  const { references } = outcome;
  // The parts of an SMS that were sent have to be paid for, even if not all were.
  const counted = outcome.outcome === 'failed' ? Math.min(references.length, units) : units;
  if (outcome.outcome === 'failed' && outcome.retry && attempts < (outcome.maxAttempts ?? Infinity)) {
    const v = { id, reason: outcome.reason, counted };
    return { willRetry: true, changes: [{ kind: 'message-returned', v }], alerts: [] };
  }
  const notice = quotaNoticeFor(message, counted, state, now);
  const reason = outcome.outcome === 'sent' ? null : outcome.reason;
  const v = { id, state: outcome.outcome, reason, counted, references, ...(notice && { notice: notice.percent }) };
  return {
    willRetry: false,
    changes: [{ kind: 'message-settled', v }, ...(outcome.outcome === 'sent' ? alertOutcome(message, state) : [])],
    alerts: notice ? [notice.alert] : [],
  };
}

/** The entry that outlives the message; none if another message of the alert was sent by this channel. */
function alertOutcome({ alertId, deviceId, channel, cause }: Message, { finishedMessages }: DeliveryState): Change[] {
  if (alertId === undefined || cause.alert === undefined) return [];
  for (const other of finishedMessages.values()) {
    if (other.alertId === alertId && other.channel === channel && other.state === 'sent') return [];
  }
  return [{ kind: 'alert-notified', v: { deviceId, id: alertId, dateTime: cause.alert.dateTime, channel } }];
}

function quotaNoticeFor(
  message: Message,
  counted: number,
  { devices, sent }: QuotaState,
  now: number,
): QuotaNotice | undefined {
  const { deviceId, channel, units, date } = message;
  const limit = quotaOf(devices.get(deviceId), channel);
  if (date === null || limit === null || !hasQuota(channel)) return undefined;
  const count = usageOn(sent.get(deviceId), date);
  const used = sentUnits(count, channel) - units + counted;
  const percent = crossedThreshold(used, limit, count.notified?.[channel]);
  if (percent === undefined) return undefined;
  const alert = limitAlert(channel, { percent, used, limit, date }, now);
  return { percent, alert: { kind: 'alert', v: { deviceId, alert, source: GATEWAY_SOURCE } } };
}
