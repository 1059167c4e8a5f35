import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/clock.js';
import type { Channel, ChannelStatus, OutgoingMessage, SendResult } from '../channel.js';
import { createReceiverStates, statusForNext, withRefusal } from '../receiver-states.js';
import { createSendQueue } from '../send-queue.js';
import { composeMimeMessage } from './mime-message.js';
import { createSmtp, senderOf, type Verdict } from './smtp.js';
import { reasonOf } from '../problem.js';
import type { EmailConfig } from './smtp-problem.js';

type EmailOptions = {
  readonly config: EmailConfig;
  readonly gatewayId: () => string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
};

const POLL_MS = 60_000;
/** Servers lock out users with frequent failed sign-ins. */
const REJECTED_RETRY_MS = 600_000;
const STOPPED = 'the gateway stopped';

const READY: ChannelStatus = { state: 'ready', reason: null };

const failed = (reason: string, retry: boolean): SendResult => ({ outcome: 'failed', retry, reason, references: [] });

function sendResultOf(verdict: Verdict): SendResult {
  if (verdict.verdict === 'accepted') return { outcome: 'sent', references: [verdict.reply] };
  const reason = reasonOf(verdict.problem);
  if (verdict.verdict === 'uncertain') return { outcome: 'uncertain', reason, references: [] };
  const { retry, fault } = verdict;
  return { outcome: 'failed', retry, reason, references: [], ...(fault !== 'message' && { isChannelFault: true }) };
}

/**
 * Email through a mail server. The server is checked until it accepts the connection and the user. What it refuses after that
 * only a mail can show: one is tried after each pause.
 */
export function createEmail({ config, gatewayId, now, timers, logger }: EmailOptions): Channel {
  const smtp = createSmtp(config, timers);
  const { host, port } = config.smtp;
  const queue = createSendQueue();

  const refusals = createReceiverStates(timers);

  /** of the connection and the user */
  let status: ChannelStatus = { state: 'starting', reason: null };
  /** the rejection of the user, and when to try again (ms, clock of `timers`) */
  let rejected: { readonly verdict: Verdict; readonly until: number } | undefined;
  let stopping = false;
  const isStopped = (): boolean => stopping;
  let cancelPoll = (): void => undefined;

  function setStatus(next: ChannelStatus): void {
    if (next.state === status.state && next.reason === status.reason) return;
    status = next;
    if (next.state === 'ready') logger.info({ host, port }, 'mail server ready');
    else logger.warn({ host, port, reason: next.reason }, 'mail server not ready');
  }

  /** Updates the status from the end of a session, and schedules the next check. */
  function onVerdict(verdict: Verdict): void {
    cancelPoll();
    if (isStopped()) return;
    if (verdict.verdict !== 'failed' || verdict.fault === 'message' || verdict.fault === 'sending') {
      rejected = undefined;
      setStatus(READY);
      return;
    }
    setStatus({ state: 'unavailable', reason: reasonOf(verdict.problem) });
    rejected = verdict.fault === 'user' ? { verdict, until: timers.now() + REJECTED_RETRY_MS } : undefined;
    cancelPoll = timers.after(rejected === undefined ? POLL_MS : REJECTED_RETRY_MS, poll);
  }

  /** Updates what is known from a mail that was handed over. */
  function onMailVerdict(verdict: Verdict): void {
    if (verdict.verdict === 'accepted') refusals.succeeded(host);
    if (verdict.verdict !== 'failed' || verdict.fault !== 'sending') return;
    const reason = reasonOf(verdict.problem);
    if (refusals.failureOf(host) !== reason) logger.warn({ host, port, reason }, 'mail server refuses mail');
    refusals.failed(host, reason);
  }

  function poll(): void {
    void queue.exclusive(async () => {
      if (isStopped()) return;
      onVerdict(await smtp.check());
    });
  }

  async function send(message: OutgoingMessage): Promise<SendResult> {
    if (isStopped()) return failed(STOPPED, true);
    const mimeMessage = await composeMimeMessage({
      message,
      from: senderOf(config),
      gatewayId: gatewayId(),
      now: now(),
    });
    if (!mimeMessage.ok) return failed(mimeMessage.message, false);
    if (rejected !== undefined && timers.now() < rejected.until) return sendResultOf(rejected.verdict);
    const verdict = await smtp.deliver(mimeMessage.value);
    onVerdict(verdict);
    onMailVerdict(verdict);
    return isStopped() && verdict.verdict === 'failed' ? failed(STOPPED, true) : sendResultOf(verdict);
  }

  return {
    name: 'email',
    start: poll,
    async stop() {
      stopping = true;
      cancelPoll();
      smtp.end(STOPPED);
      await queue.idle();
    },
    send: (message) => queue.enqueue(() => send(message), `mail server ${host}:${port}`),
    status: () => withRefusal(status, refusals, host),
    statusFor: () => statusForNext(status, refusals, host),
    recovered() {
      if (isStopped()) return;
      cancelPoll();
      rejected = undefined;
      refusals.succeeded(host);
      setStatus(READY);
    },
  };
}
