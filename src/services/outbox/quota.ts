import { BOUNDS } from '../../domain/bounds.js';
import { quotaOf } from '../../domain/messages/message.js';
import { checkShares, createOutboxTally, type Amount, type ShareRefusal } from '../../domain/messages/outbox-share.js';
import { sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import type { NewMessage } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';
import type { Waiting } from './waiting.js';

/** Why the outbox does not accept a message; `share`: the share that is used up. */
export type QuotaRefusal =
  { readonly reason: 'limit_reached' } | { readonly reason: 'outbox_full'; readonly share: ShareRefusal };
/** Accepts a message and counts it for the next checks, or returns why not. */
export type QuotaCheck = (message: NewMessage) => QuotaRefusal | undefined;

export type QuotaCheckOptions = {
  readonly state: Pick<Store['state'], 'devices' | 'outbox' | 'sent'>;
  readonly waiting: Waiting;
  readonly today: () => string;
};

/** Bounds the outbox while a channel is unavailable. */
const OUTBOX_BOUNDS: Amount = { count: BOUNDS.outbox.max, bytes: BOUNDS.outbox.bytes };

/** A check against the quotas and shares as they are now; usage is what was sent today and is still queued. */
export function createQuotaCheck({ state, waiting, today }: QuotaCheckOptions): QuotaCheck {
  const { devices, outbox, sent } = state;
  const usedByKey = new Map<string, number>();
  const accepted = createOutboxTally();
  let count = 0;

  function used({ deviceId, channel }: Pick<NewMessage, 'deviceId' | 'channel'>): number {
    let queued = 0;
    for (const message of outbox.values()) {
      const isSame = message.deviceId === deviceId && message.channel === channel;
      if (isSame && message.state === 'queued') queued += message.units;
    }
    return queued + sentUnits(usageOn(sent.get(deviceId), today()), channel);
  }

  return (message) => {
    const { deviceId, channel, units } = message;
    const share = checkShares(message, OUTBOX_BOUNDS, [waiting, accepted]);
    if (share !== undefined) return { reason: 'outbox_full', share };
    const limit = quotaOf(devices.get(deviceId), channel);
    if (limit !== null) {
      const key = `${channel} ${deviceId}`;
      const before = usedByKey.get(key) ?? used(message);
      if (before + units > limit) return { reason: 'limit_reached' };
      usedByKey.set(key, before + units);
    }
    accepted.add(String((count += 1)), message);
    return undefined;
  };
}
