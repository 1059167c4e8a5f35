import type { ClockStamp } from '../clock/restamp.js';
import { apiAlertNames } from '../records/alert-name.js';
import type { Device } from '../../schema/devices/device.js';
import { CHANNELS, hasQuota, type ChannelName } from '../../schema/channels.js';
import type { Cause, Delivery, MessageState, MessageView, NewMessage } from '../../schema/messages/message.js';

/** A message of the outbox. Immutable: a change replaces it. */
export type Message = Omit<NewMessage, 'suppressed'> & {
  readonly id: string;
  /** number of the entry of the alert that caused it; a message of an earlier version lacks it */
  readonly alertId?: string;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly attempts: number;
  /** the local date whose quota its units count against; null: none yet */
  readonly date: string | null;
  readonly queued: ClockStamp;
  /** the clock was not trusted when it was queued, so its age is unknown */
  readonly untrusted?: true;
  /** it is a command to the tracker, whose text only users with the privilege `commands` may see */
  readonly isCommand?: true;
  readonly settled: ClockStamp | null;
  readonly references: readonly string[];
  readonly deliveries: readonly Delivery[];
};

/** Messages of alerts are sent before those that users post. */
export const isFromAlert = ({ cause }: Pick<Message, 'cause'>): boolean => cause.alert !== undefined;

export const expiryOf = ({ queued, ttl }: Pick<Message, 'queued' | 'ttl'>): number =>
  Date.parse(queued.at) + ttl * 1000;

/** Units that a device may send over a channel per local date; null: no limit. */
export const quotaOf = (device: Device | undefined, channel: ChannelName): number | null =>
  (hasQuota(channel) ? device?.[CHANNELS[channel].limitField] : null) ?? null;

/** The reason in entries of older versions. */
const OLD_CANCELED = 'cancelled';

/** Replaces the text of a command for users who may not see it. */
const HIDDEN_COMMAND = '(command)';

/** A message as the API returns it to a user who may, or may not, see the texts of commands. */
export function viewMessage(message: Message, canSeeCommands: boolean): MessageView {
  const { id, deviceId, channel, to, subject = null, units, state, attempts } = message;
  const text = message.isCommand === true && !canSeeCommands ? HIDDEN_COMMAND : message.text;
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
    cause: viewCause(message),
    queuedAt: message.queued.at,
    expiresAt: new Date(expiryOf(message)).toISOString(),
    settledAt: message.settled?.at ?? null,
    references: [...message.references],
    deliveries: [...message.deliveries],
  };
}

function viewCause({ cause, alertId }: Pick<Message, 'cause' | 'alertId'>): Cause {
  if (cause.alert === undefined) return cause;
  const { dateTime, alerts } = cause.alert;
  return {
    ...cause,
    alert: { ...(alertId !== undefined && { id: alertId }), dateTime, alerts: [...apiAlertNames(alerts)] },
  };
}
