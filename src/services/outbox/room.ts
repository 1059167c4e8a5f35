import { limitOf } from '../../domain/message.js';
import { sentOn } from '../../domain/sent-counts.js';
import type { NewMessage } from '../../schema/message.js';
import type { Store } from '../../store/store.js';
import type { Today } from '../today.js';

/** Why a message is not let into the outbox. */
export type NoRoom = 'limit_reached' | 'outbox_full';
/** Lets a message in, and counts it from then on; or says why not. */
export type Room = (message: Pick<NewMessage, 'deviceId' | 'channel' | 'units'>) => NoRoom | undefined;

/** What waits for a way out that never comes must not grow without end. */
const MOST_WAITING = 10_000;

/** The room that the outbox has at this moment: what was sent today and is still queued counts against the limit. */
export function openRoom(
  { devices, waiting, sent }: Pick<Store['state'], 'devices' | 'waiting' | 'sent'>,
  today: Today,
): Room {
  const taken = new Map<string, number>();
  let total = waiting.size;

  function used({ deviceId, channel }: Pick<NewMessage, 'deviceId' | 'channel'>): number {
    let queued = 0;
    for (const message of waiting.values()) {
      const isSame = message.deviceId === deviceId && message.channel === channel;
      if (isSame && message.state === 'queued') queued += message.units;
    }
    return queued + sentOn(sent.get(deviceId), today())[channel];
  }

  return (message) => {
    const { deviceId, channel, units } = message;
    if (total >= MOST_WAITING) return 'outbox_full';
    const key = `${channel} ${deviceId}`;
    const before = taken.get(key) ?? used(message);
    const limit = limitOf(devices.get(deviceId), channel);
    if (limit !== null && before + units > limit) return 'limit_reached';
    taken.set(key, before + units);
    total += 1;
    return undefined;
  };
}
