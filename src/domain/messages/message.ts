import type { Device } from '../../schema/devices/device.js';
import type { Entry } from '../../schema/entry.js';
import { CHANNELS, type ChannelName } from '../../schema/channels.js';
import type { Delivery, MessageState, MessageView, NewMessage } from '../../schema/messages/message.js';

export type ClockStamp = Pick<Entry, 'at' | 'boot' | 'up'>;

/** A message of the outbox as it is now. It is replaced, never changed. */
export type Message = Omit<NewMessage, 'suppressed'> & {
  readonly id: string;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly attempts: number;
  /** the local date on which its units count; null while none do */
  readonly date: string | null;
  readonly queued: ClockStamp;
  /** the clock was in doubt when it was queued, so that its age is not known yet */
  readonly doubted?: true;
  readonly settled: ClockStamp | null;
  readonly references: readonly string[];
  readonly deliveries: readonly Delivery[];
};

/** An alert goes before what a user has posted. */
export const isFromAlert = ({ cause }: Pick<Message, 'cause'>): boolean => cause.alert !== undefined;

export const expiryOf = ({ queued, ttl }: Pick<Message, 'queued' | 'ttl'>): number =>
  Date.parse(queued.at) + ttl * 1000;

/** How many units a device may send by a channel on one local day; null: no limit. */
export const quotaOf = (device: Device | undefined, channel: ChannelName): number | null =>
  device?.[CHANNELS[channel].limitField] ?? null;

/** The reason in entries of older versions. */
const OLD_CANCELED = 'cancelled';

/** A message as it is shown. */
export function viewMessage(message: Message): MessageView {
  const { id, deviceId, channel, to, subject = null, text, units, state, attempts, cause } = message;
  return {
    id,
    deviceId,
    channel,
    to,
    subject,
    text,
    units,
    state,
    reason: message.reason === OLD_CANCELED ? 'canceled' : message.reason,
    attempts,
    cause,
    queuedAt: message.queued.at,
    expiresAt: new Date(expiryOf(message)).toISOString(),
    settledAt: message.settled?.at ?? null,
    references: [...message.references],
    deliveries: [...message.deliveries],
  };
}
