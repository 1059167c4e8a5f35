import type { Outcome } from '../../channels/channel.js';
import { gatewaySource, limitNotice } from '../../domain/limit-notice.js';
import { limitOf, type Message } from '../../domain/message.js';
import { noticeOf, sentOn } from '../../domain/sent-counts.js';
import type { Change, TrackerChange } from '../../schema/entry.js';
import type { NoticePercent } from '../../schema/message.js';
import type { Store } from '../../store/store.js';

/** What is to be written of a message that was handed over. `alerts`: what it makes worth telling of the limit. */
export type Settled = {
  readonly isReturned: boolean;
  readonly change: Change;
  readonly alerts: readonly TrackerChange[];
};

type Notice = { readonly percent: NoticePercent; readonly alert: TrackerChange };
type Counts = Pick<Store['state'], 'devices' | 'sent'>;

/** By the state while the message is in hand, its units counted; `now`: ms since 1970. */
export function settlementOf(message: Message, outcome: Outcome, state: Counts, now: number): Settled {
  const { id, units, attempts } = message;
  const { references } = outcome;
  // Of an SMS in parts those that went have to be paid, also when it did not go whole.
  const counted = outcome.outcome === 'failed' ? Math.min(references.length, units) : units;
  if (outcome.outcome === 'failed' && outcome.retry && attempts < (outcome.mostAttempts ?? Infinity)) {
    const v = { id, reason: outcome.reason, counted };
    return { isReturned: true, change: { kind: 'message-returned', v }, alerts: [] };
  }
  const notice = noticed(message, counted, state, now);
  const reason = outcome.outcome === 'sent' ? null : outcome.reason;
  const v = { id, state: outcome.outcome, reason, counted, references, ...(notice && { notice: notice.percent }) };
  return { isReturned: false, change: { kind: 'message-settled', v }, alerts: notice ? [notice.alert] : [] };
}

function noticed(message: Message, counted: number, { devices, sent }: Counts, now: number): Notice | undefined {
  const { deviceId, channel, units, date } = message;
  const limit = limitOf(devices.get(deviceId), channel);
  if (date === null || limit === null) return undefined;
  const count = sentOn(sent.get(deviceId), date);
  const used = count[channel] - units + counted;
  const percent = noticeOf(used, limit, count.told?.[channel]);
  if (percent === undefined) return undefined;
  const alert = limitNotice(channel, { percent, used, limit, date }, now);
  return { percent, alert: { kind: 'alert', v: { deviceId, alert, source: gatewaySource } } };
}
