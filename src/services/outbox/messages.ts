import type { ChannelFormat } from '../../channels/channel.js';
import { CHANNELS } from '../../schema/channels.js';
import { isExpired } from '../../domain/devices/license.js';
import { viewMessage, type Message } from '../../domain/messages/message.js';
import { hasPrivilege, canSee } from '../../domain/accounts/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type {
  ChannelName,
  MessageInput,
  MessageState,
  MessageView,
  NewMessage,
} from '../../schema/messages/message.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { CurrentDate } from '../time/current-date.js';
import type { Mutex } from '../../mutex.js';
import { createQuotaCheck, type QuotaRefusal } from './quota.js';

export type MessageQuery = {
  readonly deviceId?: string;
  readonly channel?: ChannelName;
  readonly state?: MessageState;
};

/** The outbox as a user sees it. A message of a device that he may not see is `not_found`; writing takes `messages`. */
export type Messages = {
  /** the newest first */
  readonly list: (user: User, query: MessageQuery) => readonly MessageView[];
  readonly get: (user: User, id: string) => Result<MessageView>;
  /** Queues it: `limit_reached` when what was sent today and is still queued leaves no room for it. */
  readonly post: (user: User, deviceId: string, input: MessageInput) => Promise<Result<MessageView>>;
  /** Takes it out of the queue: `conflict` once it is in hand, or has ended. */
  readonly cancel: (user: User, id: string) => Promise<Result<MessageView>>;
};

/** By channel, of all channels: those that are not configured included. */
export type ChannelFormats = Readonly<Record<ChannelName, ChannelFormat>>;

export type MessagesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly devices: Pick<Devices, 'find'>;
  /** the time by which devices expire */
  readonly clock: Pick<Clock, 'now'>;
  readonly today: CurrentDate;
  readonly formats: ChannelFormats;
  /** s that a message is of use */
  readonly ttl: number;
  readonly isConfigured: (channel: ChannelName) => boolean;
  readonly exclusive: Mutex;
};

const CANCELED = 'canceled';

const REFUSAL_TEXTS: Readonly<Record<QuotaRefusal, (channel: ChannelName) => string>> = {
  limit_reached: (channel) =>
    `the daily ${channel} limit of the device is used up by what was sent today and is still queued: raise it, or wait for the next day`,
  outbox_full: () => 'too many messages wait to be sent: see GET /api/health for what keeps them',
};

export function createMessages(options: MessagesOptions): Messages {
  const { store, devices, clock, today, formats, ttl, isConfigured, exclusive } = options;
  const { state } = store;

  function find(user: User, id: string): Result<Message> {
    const message = state.waiting.get(id) ?? state.settled.get(id);
    const isSeen = message !== undefined && canSee(user, message.deviceId, state.groups);
    return isSeen ? success(message) : failure('not_found', `there is no message ${id}`);
  }

  function get(user: User, id: string): Result<MessageView> {
    const found = find(user, id);
    return found.ok ? success(viewMessage(found.value)) : found;
  }

  function toNewMessage(
    user: User,
    deviceId: string,
    { channel, to, subject, text }: MessageInput,
  ): Result<NewMessage> {
    if (!isConfigured(channel)) {
      return failure('conflict', `no ${channel} is configured: set notifications.${channel} in the configuration`);
    }
    const { address, hasSubject } = CHANNELS[channel];
    if (!address.isValid(to)) return failure('validation_failed', `/to must be ${address.rule}`);
    if (!hasSubject && subject !== undefined) {
      return failure('validation_failed', `/subject must be omitted: ${channel} has none`);
    }
    const measured = formats[channel].unitsOf(text);
    if (!measured.ok) return failure('validation_failed', `/text: ${measured.message}`);
    const units = measured.value;
    const cause = { user: user.id };
    return success({ deviceId, channel, to, ...(subject !== undefined && { subject }), text, units, ttl, cause });
  }

  return {
    list: (user, { deviceId, channel, state: wantedState }) =>
      [...state.waiting.values(), ...state.settled.values()]
        .filter((message) => deviceId === undefined || message.deviceId === deviceId)
        .filter((message) => channel === undefined || message.channel === channel)
        .filter((message) => wantedState === undefined || message.state === wantedState)
        .filter((message) => canSee(user, message.deviceId, state.groups))
        .sort((a, b) => Number(b.id) - Number(a.id))
        .map(viewMessage),
    get,
    async post(user, deviceId, input) {
      if (!hasPrivilege(user, 'messages')) return failure('forbidden', 'this takes the privilege messages');
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      if (isExpired(device.value, clock.now())) return failure('device_expired', `device ${deviceId} has expired`);
      const message = toNewMessage(user, deviceId, input);
      if (!message.ok) return message;
      return exclusive(async () => {
        const refused = createQuotaCheck(state, today)(message.value);
        if (refused !== undefined) return failure('limit_reached', REFUSAL_TEXTS[refused](input.channel));
        const [entry] = await store.append([{ kind: 'message', v: message.value }]);
        return get(user, String(entry?.n));
      });
    },
    cancel: (user, id) =>
      exclusive(async () => {
        const found = find(user, id);
        if (!found.ok) return found;
        if (!hasPrivilege(user, 'messages')) return failure('forbidden', 'this takes the privilege messages');
        const { state: currentState } = found.value;
        if (currentState !== 'queued')
          return failure('conflict', `message ${id} is ${currentState}: only a queued one can be canceled`);
        const v = { id, state: 'suppressed' as const, reason: CANCELED, counted: 0, references: [] };
        await store.append([{ kind: 'message-settled', v }]);
        return get(user, id);
      }),
  };
}
