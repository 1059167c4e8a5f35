import { quotaOf } from '../../domain/messages/message.js';
import { sentUnits, usageOn } from '../../domain/messages/daily-usage.js';
import type { NewMessage } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';
import type { CurrentDate } from '../time/current-date.js';

/** Why a message is not let into the outbox. */
export type QuotaRefusal = 'limit_reached' | 'outbox_full';
/** Lets a message in, and counts it from then on; or says why not. */
export type QuotaCheck = (message: Pick<NewMessage, 'deviceId' | 'channel' | 'units'>) => QuotaRefusal | undefined;

/** What waits for a way out that never comes must not grow without end. */
const MAX_WAITING = 10_000;

/** The room that the outbox has at this moment: what was sent today and is still queued counts against the limit. */
export function createQuotaCheck(
  { devices, waiting, sent }: Pick<Store['state'], 'devices' | 'waiting' | 'sent'>,
  today: CurrentDate,
): QuotaCheck {
  const taken = new Map<string, number>();
  let total = waiting.size;

  function used({ deviceId, channel }: Pick<NewMessage, 'deviceId' | 'channel'>): number {
    let queued = 0;
    for (const message of waiting.values()) {
      const isSame = message.deviceId === deviceId && message.channel === channel;
      if (isSame && message.state === 'queued') queued += message.units;
    }
    return queued + sentUnits(usageOn(sent.get(deviceId), today()), channel);
  }

  return (message) => {
    const { deviceId, channel, units } = message;
    if (total >= MAX_WAITING) return 'outbox_full';
    const key = `${channel} ${deviceId}`;
    const before = taken.get(key) ?? used(message);
    const limit = quotaOf(devices.get(deviceId), channel);
    if (limit !== null && before + units > limit) return 'limit_reached';
    taken.set(key, before + units);
    total += 1;
    return undefined;
  };
}
