import type { ChannelFormat } from '../../channels/channel.js';
import { canSeeEntry, hasPrivilege } from '../../domain/accounts/scope.js';
import { isExpired } from '../../domain/devices/license.js';
import { viewMessage, type Message } from '../../domain/messages/message.js';
import { failure, success, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import { CHANNELS, type ChannelName } from '../../schema/channels.js';
import type { Change } from '../../schema/entry.js';
import type { MessageInput, MessageState, MessageView, NewMessage } from '../../schema/messages/message.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import { byUser, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';
import type { Refusals } from '../system/refusals.js';
import { createQuotaCheck, type QuotaRefusal } from './quota.js';
import type { Waiting } from './waiting.js';

type MessageQuery = {
  readonly deviceId?: string;
  readonly channel?: ChannelName;
  readonly state?: MessageState;
  readonly limit?: number;
  readonly offset?: number;
};

/** The outbox as users see it. A message of an invisible device is `not_found`; writing requires `messages`. */
export type Messages = {
  /** newest first */
  readonly list: (user: User, query: MessageQuery) => readonly MessageView[];
  readonly get: (user: User, id: string) => Result<MessageView>;
  /** Queues a message: `limit_reached` if what was sent today and is still queued leaves no quota for it. */
  readonly post: (user: User, deviceId: string, input: MessageInput) => Promise<Result<MessageView>>;
  /** Removes it from the queue: `conflict` once it is being sent or finished. */
  readonly cancel: (user: User, id: string) => Promise<Result<MessageView>>;
  /** For commands, whose privileges differ: queues a message in the entry that `toChange` makes of it; its id. */
  readonly queue: (
    user: User,
    deviceId: string,
    input: MessageInput,
    toChange: (message: NewMessage) => Change,
  ) => Promise<Result<string>>;
  readonly cancelQueued: (user: User, id: string) => Promise<Result<undefined>>;
};

/** By channel, of all channels: those that are not configured included. */
export type ChannelFormats = Readonly<Record<ChannelName, ChannelFormat>>;

export type MessagesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly devices: Pick<Devices, 'find'>;
  readonly time: Pick<Time, 'trustedNow' | 'date'>;
  readonly formats: ChannelFormats;
  /** s from queueing to expiry: may be changed */
  readonly ttl: () => number;
  readonly isConfigured: (channel: ChannelName) => boolean;
  readonly waiting: Waiting;
  readonly refusals: Pick<Refusals, 'note'>;
  /** the users' part of the queue of the outbox */
  readonly edits: Edits;
};

const CANCELED = 'canceled';

const FULL_FIX =
  'wait until some are sent, or cancel some (DELETE /api/messages/{id}); GET /api/health shows which channel is unavailable';

function refusalText(refused: QuotaRefusal, { deviceId, channel, cause }: NewMessage): string {
  if (refused.reason === 'limit_reached') {
    return `the daily ${channel} limit of the device is used up by what was sent today and is still queued: raise it, or wait for the next date`;
  }
  const { owner, waiting } = refused.share;
  const amount = `${waiting.count} messages (${waiting.bytes} bytes)`;
  if (owner === 'all') return `the outbox is full for posted messages, ${amount} wait: ${FULL_FIX}`;
  const who = owner === 'user' ? `user ${cause.user}` : `device ${deviceId}`;
  return `the share of ${who} in the outbox is used up, ${amount} wait: ${FULL_FIX}`;
}

export function createMessages(options: MessagesOptions): Messages {
  const { store, devices, time, waiting, refusals, edits } = options;
  const { state } = store;

  function find(user: User, id: string): Result<Message> {
    const message = state.outbox.get(id) ?? state.finishedMessages.get(id);
    const isVisible = message !== undefined && canSeeEntry(user, message.deviceId, Number(message.id), state);
    return isVisible ? success(message) : failure('not_found', `message ${id} not found`);
  }

  function get(user: User, id: string): Result<MessageView> {
    const found = find(user, id);
    return found.ok ? success(viewMessage(found.value, hasPrivilege(user, 'commands'))) : found;
  }

  /** Queues the message in the entry that `toChange` makes of it; the number of the entry is its id. */
  const queue: Messages['queue'] = (caller, deviceId, input, toChange) =>
    edits(caller, async (user) => {
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      if (isExpired(device.value, time.trustedNow())) {
        return failure('device_expired', `device ${deviceId} has expired`);
      }
      const message = toNewMessage(user, deviceId, input, options);
      if (!message.ok) return message;
      const refused = createQuotaCheck({ state, waiting, today: time.date })(message.value);
      if (refused?.reason === 'outbox_full') refusals.note('outbox_share', { user: user.id, deviceId });
      if (refused !== undefined) return failure('limit_reached', refusalText(refused, message.value));
      const [entry] = await store.append([toChange(message.value)], byUser(user));
      return success(String(entry?.n));
    });

  const cancelQueued: Messages['cancelQueued'] = (user, id) =>
    edits(user, async () => {
      const { state: currentState = 'finished' } = state.outbox.get(id) ?? state.finishedMessages.get(id) ?? {};
      if (currentState !== 'queued') {
        return failure('conflict', `message ${id} is ${currentState}: only queued messages can be canceled`);
      }
      const v = { id, state: 'suppressed' as const, reason: CANCELED, counted: 0, references: [] };
      await store.append([{ kind: 'message-settled', v }], byUser(user));
      return success(undefined);
    });

  return {
    list: (user, { deviceId, channel, state: wantedState, limit = Infinity, offset = 0 }) =>
      [...state.outbox.values(), ...state.finishedMessages.values()]
        .filter((message) => deviceId === undefined || message.deviceId === deviceId)
        .filter((message) => channel === undefined || message.channel === channel)
        .filter((message) => wantedState === undefined || message.state === wantedState)
        .filter((message) => canSeeEntry(user, message.deviceId, Number(message.id), state))
        .sort((a, b) => Number(b.id) - Number(a.id))
        .slice(offset, offset + limit)
        .map((message) => viewMessage(message, hasPrivilege(user, 'commands'))),
    get,
    queue,
    cancelQueued,
    async post(user, deviceId, input) {
      if (!hasPrivilege(user, 'messages')) return forbidden();
      const queued = await queue(user, deviceId, input, (v) => ({ kind: 'message', v }));
      return queued.ok ? get(user, queued.value) : queued;
    },
    async cancel(user, id) {
      const found = find(user, id);
      if (!found.ok) return found;
      if (!hasPrivilege(user, 'messages')) return forbidden();
      const canceled = await cancelQueued(user, id);
      return canceled.ok ? get(user, id) : canceled;
    },
  };
}

const forbidden = (): Result<never> => failure('forbidden', 'requires privilege messages');

function toNewMessage(
  user: User,
  deviceId: string,
  { channel, to, subject, text }: MessageInput,
  { formats, ttl, isConfigured }: MessagesOptions,
): Result<NewMessage> {
  if (!isConfigured(channel)) {
    return failure('conflict', `channel ${channel} is not configured: set notifications.${CHANNELS[channel].section}`);
  }
  const { address, hasSubject } = CHANNELS[channel];
  if (!address.isValid(to)) return failure('validation_failed', `/to must be ${address.rule}`);
  if (!hasSubject && subject !== undefined) {
    return failure('validation_failed', `/subject must be omitted: ${channel} has none`);
  }
  const units = formats[channel].unitsOf(text);
  if (!units.ok) return failure('validation_failed', `/text: ${units.message}`);
  const cause = { user: user.id };
  return success({
    deviceId,
    channel,
    to,
    ...(subject !== undefined && { subject }),
    text,
    units: units.value,
    ttl: ttl(),
    cause,
  });
}
