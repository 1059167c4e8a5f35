import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { post, type PendingPost } from '../../outgoing/post.js';
import type { WebhookTarget } from '../../schema/messages/webhook.js';
import type { Timers } from '../../time/clock.js';
import type { Channel, ChannelStatus, OutgoingMessage, SendResult } from '../channel.js';
import { createReceiverStates } from '../receiver-states.js';
import { webhookAnswer } from './answer.js';
import { signatureOf } from './signature.js';
import { verdictOf } from './verdict.js';

export type WebhookOptions = {
  readonly config: readonly WebhookTarget[];
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
  /** of Waypost */
  readonly version: string;
};

const TIMEOUT_MS = 10_000;
/** The body of the answer is not used. */
const MAX_ANSWER_BYTES = 65_536;

const STOPPED = 'the gateway stopped, or its webhooks were changed';
const READY: ChannelStatus = { state: 'ready', reason: null };

const unavailable = (reason: string): ChannelStatus => ({ state: 'unavailable', reason });
const failed = (reason: string, retry: boolean): SendResult => ({ outcome: 'failed', retry, reason, references: [] });

/**
 * Alerts to receivers over HTTP, which recognize a message by its id. A request without a result is therefore sent
 * again, and no outcome is uncertain.
 */
export function createWebhooks({ config, now, timers, logger, version }: WebhookOptions): Channel {
  const targets = new Map(config.map((target) => [target.name, target]));
  const states = createReceiverStates(timers);
  const pending = new Set<PendingPost>();
  let stopping = false;
  const isStopped = (): boolean => stopping;

  function statusFor(name: string): ChannelStatus {
    const target = targets.get(name);
    if (target === undefined) return unavailable(notFound(name));
    if (!target.enabled) return unavailable(`webhook ${name} is disabled`);
    if (target.secret === '') return unavailable(secretMissing(target));
    return { state: states.isPaused(name) ? 'unavailable' : 'ready', reason: states.failureOf(name) };
  }

  async function deliver(target: WebhookTarget, message: OutgoingMessage): Promise<SendResult> {
    const event = await message.readEvent?.();
    if (event === undefined) return failed('the message has no event', false);
    if (isStopped()) return failed(STOPPED, true);
    const body = JSON.stringify(event);
    const request = post({
      ...{ url: new URL(target.url), headers: headersOf(target, event.id, body), body, timers },
      ...{ limitMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, isStatusEnough: true },
      // A kept connection may be closed by the receiver just when the next alert is written to it.
      agent: false,
    });
    pending.add(request);
    const answer = webhookAnswer(await request.answer);
    pending.delete(request);
    if (isStopped() && answer.status === null) return failed(STOPPED, true);
    const verdict = verdictOf(target.name, answer);
    if (verdict.outcome === 'retry') {
      const { reason, retryAfter } = verdict;
      states.failed(target.name, reason, retryAfter);
      logger.debug(
        { webhook: target.name, reason, ...(answer.status === null && { cause: answer.message }) },
        'webhook not ready',
      );
      return { outcome: 'failed', retry: true, reason, references: [], isChannelFault: true };
    }
    states.succeeded(target.name);
    return { outcome: 'sent', references: [] };
  }

  const headersOf = ({ secret }: WebhookTarget, id: string, body: string): Readonly<Record<string, string>> => ({
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': `Waypost/${version}`,
    'X-Waypost-Id': id,
    'X-Waypost-Signature': signatureOf(body, secret, now()),
  });

  return {
    name: 'webhook',
    start: () => undefined,
    async stop() {
      stopping = true;
      const ending = [...pending].map(({ answer, cancel }) => {
        cancel(STOPPED);
        return answer;
      });
      await Promise.all(ending);
    },
    send(message) {
      const target = targets.get(message.to);
      if (isStopped()) return Promise.resolve(failed(STOPPED, true));
      if (target === undefined) return Promise.resolve(failed(notFound(message.to), true));
      if (target.secret === '') return Promise.resolve(failed(secretMissing(target), true));
      return deliver(target, message).catch((error: unknown) => failed(messageOf(error), true));
    },
    statusFor,
    recovered: states.succeeded,
    status() {
      const [first] = states.failing();
      return first === undefined ? READY : unavailable(first);
    },
  };
}

const notFound = (name: string): string => `webhook ${name} not found; add it, or take it out of the notification rule`;
const secretMissing = ({ name, withheld }: WebhookTarget): string =>
  withheld === undefined ? `webhook ${name} has no secret; set it again` : `webhook ${name}: ${withheld}`;
