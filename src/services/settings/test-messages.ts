import { randomUUID } from 'node:crypto';
import type { Channel, SendResult } from '../../channels/channel.js';
import { isRestricted } from '../../domain/accounts/scope.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import { CHANNELS, type ChannelName } from '../../schema/channels.js';
import type { MessageEvent } from '../../schema/messages/message-event.js';
import type { SettingsTestResult } from '../../schema/system/settings.js';
import type { Timers } from '../../time/clock.js';
import type { Time } from '../time/time.js';

/** Sends real messages, so that a person sees that the settings are right. */
export type TestMessages = {
  /** Resolves with the result, after at most a minute. They count against no quota, and are not in the outbox. */
  readonly send: (user: User, channel: ChannelName, to: string) => Promise<Result<SettingsTestResult>>;
};

/** A channel for one message; `release` ends what it is still doing. */
export type TestChannel = { readonly channel: Channel; readonly release: () => Promise<void> };

export type TestMessagesOptions = {
  /** undefined: the channel is off */
  readonly openChannel: (name: ChannelName) => Promise<TestChannel | undefined>;
  /** Called when a message was sent: the waiting ones can leave too. */
  readonly onSent: (name: ChannelName, to: string) => void;
  readonly gatewayId: () => string;
  readonly time: Pick<Time, 'now' | 'timeZone'>;
  readonly timers: Pick<Timers, 'now' | 'after'>;
  readonly logger: Pick<Logger, 'info'>;
};

const TIMEOUT_MS: Readonly<Record<ChannelName, number>> = { email: 30_000, sms: 60_000, webhook: 15_000 };
/** A test costs money, and goes to anybody. */
const MAX_TESTS = 10;
const WINDOW_MS = 600_000;

const SUBJECT = 'Waypost: test message';
const TEXT = 'Waypost: test message from the settings page. Messages from this gateway arrive.';

export function createTestMessages({
  openChannel,
  onSent,
  gatewayId,
  time,
  timers,
  logger,
}: TestMessagesOptions): TestMessages {
  let sentAt: readonly number[] = [];
  let isSending = false;

  /** The result, or after the timeout what is known by then. */
  async function sendWithin(name: ChannelName, to: string, { channel, release }: TestChannel): Promise<SendResult> {
    const seconds = TIMEOUT_MS[name] / 1000;
    const { hasSubject } = CHANNELS[name];
    let cancelTimeout = (): void => undefined;
    const late = new Promise<undefined>((resolve) => {
      cancelTimeout = timers.after(TIMEOUT_MS[name], () => {
        resolve(undefined);
      });
    });
    const id = `test-${randomUUID()}`;
    const sending = channel.send({
      id,
      to,
      text: TEXT,
      readEvent: () => Promise.resolve(testEvent(id)),
      ...(hasSubject && { subject: SUBJECT }),
    });
    const result = await Promise.race([sending, late]);
    cancelTimeout();
    await release();
    if (result !== undefined) return result;
    const reason = `no result within ${seconds} s`;
    // A channel of its own settles when it is released; one that goes on sending may still deliver.
    const settled = await Promise.race([sending, Promise.resolve(undefined)]);
    if (settled?.outcome === 'failed') return { outcome: 'failed', retry: true, reason, references: [] };
    return { outcome: 'uncertain', reason, references: [] };
  }

  const testEvent = (id: string): MessageEvent => ({
    id: `${gatewayId()}:${id}`,
    kind: 'test',
    created: new Date(time.now()).toISOString(),
    gateway: gatewayId(),
    timeZone: time.timeZone,
    device: null,
    text: TEXT,
  });

  async function send(user: User, name: ChannelName, to: string): Promise<Result<SettingsTestResult>> {
    const opened = await openChannel(name);
    if (opened === undefined) {
      return failure('conflict', `channel ${name} is not configured: set notifications.${CHANNELS[name].section}`);
    }
    sentAt = [...sentAt, timers.now()];
    const sent = await sendWithin(name, to, opened);
    const result = { result: sent.outcome, reason: sent.outcome === 'sent' ? null : sent.reason } as const;
    logger.info({ channel: name, by: user.name, ...result }, 'test message');
    if (sent.outcome === 'sent') onSent(name, to);
    return success(result);
  }

  return {
    async send(user, name, to) {
      if (isRestricted(user)) return failure('forbidden', 'restricted users cannot send test messages');
      const { address } = CHANNELS[name];
      if (!address.isValid(to)) return failure('validation_failed', `/to must be ${address.rule}`);
      if (isSending) return failure('conflict', 'a test message is being sent: wait for its result');
      const now = timers.now();
      sentAt = sentAt.filter((at) => now - at < WINDOW_MS);
      const [oldest = now] = sentAt;
      if (sentAt.length >= MAX_TESTS) {
        const retryAfter = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
        const message = `${MAX_TESTS} test messages were sent within 10 minutes: try again in ${retryAfter} s`;
        return { ...failure('rate_limited', message), retryAfter };
      }
      isSending = true;
      try {
        return await send(user, name, to);
      } finally {
        isSending = false;
      }
    },
  };
}
