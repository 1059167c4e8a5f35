import type { SendResult } from '../../channels/channel.js';
import { GATEWAY_SOURCE, limitAlert } from '../../domain/messages/limit-alerts.js';
import { quotaOf, type Message } from '../../domain/messages/message.js';
import { crossedThreshold, sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { UsageThreshold } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';

/** What is to be written of a message that was handed over. `alerts`: what it makes worth telling of the limit. */
export type DeliveryResult = {
  readonly willRetry: boolean;
  readonly change: Change;
  readonly alerts: readonly TrackerChange[];
};

type QuotaNotice = { readonly percent: UsageThreshold; readonly alert: TrackerChange };
type QuotaState = Pick<Store['state'], 'devices' | 'sent'>;

/** By the state while the message is in hand, its units counted; `now`: ms since 1970. */
export function toDeliveryResult(
  message: Message,
  outcome: SendResult,
  state: QuotaState,
  now: number,
): DeliveryResult {
  const { id, units, attempts } = message;
  const { references } = outcome;
  // Of an SMS in parts those that went have to be paid, also when it did not go whole.
  const counted = outcome.outcome === 'failed' ? Math.min(references.length, units) : units;
  if (outcome.outcome === 'failed' && outcome.retry && attempts < (outcome.maxAttempts ?? Infinity)) {
    const v = { id, reason: outcome.reason, counted };
    return { willRetry: true, change: { kind: 'message-returned', v }, alerts: [] };
  }
  const notice = limitNoticeFor(message, counted, state, now);
  const reason = outcome.outcome === 'sent' ? null : outcome.reason;
  const v = { id, state: outcome.outcome, reason, counted, references, ...(notice && { notice: notice.percent }) };
  return { willRetry: false, change: { kind: 'message-settled', v }, alerts: notice ? [notice.alert] : [] };
}

function limitNoticeFor(
  message: Message,
  counted: number,
  { devices, sent }: QuotaState,
  now: number,
): QuotaNotice | undefined {
  const { deviceId, channel, units, date } = message;
  const limit = quotaOf(devices.get(deviceId), channel);
  if (date === null || limit === null) return undefined;
  const count = usageOn(sent.get(deviceId), date);
  const used = sentUnits(count, channel) - units + counted;
  const percent = crossedThreshold(used, limit, count.told?.[channel]);
  if (percent === undefined) return undefined;
  const alert = limitAlert(channel, { percent, used, limit, date }, now);
  return { percent, alert: { kind: 'alert', v: { deviceId, alert, source: GATEWAY_SOURCE } } };
}
