import { BOUNDS } from '../../domain/bounds.js';
import { quotaOf } from '../../domain/messages/message.js';
import { sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import type { NewMessage } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';

/** Why the outbox does not accept a message. */
export type QuotaRefusal = 'limit_reached' | 'outbox_full';
/** Accepts a message and counts it for the next checks, or returns why not. */
export type QuotaCheck = (message: Pick<NewMessage, 'deviceId' | 'channel' | 'units'>) => QuotaRefusal | undefined;

/** A check against the quotas as they are now; usage is what was sent today and is still queued. */
export function createQuotaCheck(
  { devices, outbox, sent }: Pick<Store['state'], 'devices' | 'outbox' | 'sent'>,
  today: () => string,
): QuotaCheck {
  const usedByKey = new Map<string, number>();
  let total = outbox.size;

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
    if (total >= BOUNDS.outbox.max) return 'outbox_full';
    const key = `${channel} ${deviceId}`;
    const before = usedByKey.get(key) ?? used(message);
    const limit = quotaOf(devices.get(deviceId), channel);
    if (limit !== null && before + units > limit) return 'limit_reached';
    usedByKey.set(key, before + units);
    total += 1;
    return undefined;
  };
}
