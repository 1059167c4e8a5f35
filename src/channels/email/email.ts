import type { Logger } from '../../logger.js';
import type { Timers } from '../../serial/timers.js';
import type { Channel, ChannelStatus, Message, Outcome } from '../channel.js';
import { createDialogues } from '../dialogues.js';
import { composeLetter } from './letter.js';
import { createSmtp, senderOf, type Verdict } from './smtp.js';
import { reasonOf } from '../trouble.js';
import type { EmailConfig } from './trouble.js';

type Parts = {
  readonly config: EmailConfig;
  readonly gatewayId: () => string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
};

const lookMs = 60_000;
/** A user that was refused is not tried again before: servers lock out who tries often. */
const refusedMs = 600_000;
const stopped = 'the gateway stopped';

const failed = (reason: string, retry: boolean): Outcome => ({ outcome: 'failed', retry, reason, references: [] });

function outcomeOf(verdict: Verdict): Outcome {
  if (verdict.verdict === 'taken') return { outcome: 'sent', references: [verdict.reply] };
  const reason = reasonOf(verdict.trouble);
  return verdict.verdict === 'failed'
    ? failed(reason, verdict.retry)
    : { outcome: 'uncertain', reason, references: [] };
}

/** Email through a mail server, which is looked at until it can be reached and takes the user. */
export function createEmail({ config, gatewayId, now, timers, logger }: Parts): Channel {
  const smtp = createSmtp(config, timers);
  const { host, port } = config.smtp;
  /** One at a time. */
  const dialogues = createDialogues();

  let status: ChannelStatus = { state: 'starting', reason: null };
  /** a user that was refused, and until when he is not tried again, on the clock of `timers` */
  let refused: { readonly verdict: Verdict; readonly until: number } | undefined;
  let stopping = false;
  const isStopped = (): boolean => stopping;
  let cancelLook = (): void => undefined;

  function tell(next: ChannelStatus): void {
    if (next.state === status.state && next.reason === status.reason) return;
    status = next;
    if (next.state === 'ready') logger.info({ host, port }, 'mail server ready');
    else logger.warn({ host, port, reason: next.reason }, 'mail server not ready');
  }

  /** What a dialogue has shown of the server, and when it is looked at again. */
  function learn(verdict: Verdict): void {
    cancelLook();
    if (isStopped()) return;
    if (verdict.verdict !== 'failed' || verdict.fault === 'letter') {
      refused = undefined;
      tell({ state: 'ready', reason: null });
      return;
    }
    tell({ state: 'unavailable', reason: reasonOf(verdict.trouble) });
    refused = verdict.fault === 'user' ? { verdict, until: timers.now() + refusedMs } : undefined;
    cancelLook = timers.after(refused === undefined ? lookMs : refusedMs, look);
  }

  function look(): void {
    void dialogues.inTurn(async () => {
      if (isStopped()) return;
      learn(await smtp.check());
    });
  }

  async function send(message: Message): Promise<Outcome> {
    if (isStopped()) return failed(stopped, true);
    const letter = await composeLetter({ message, from: senderOf(config), gatewayId: gatewayId(), now: now() });
    if (!letter.ok) return failed(letter.message, false);
    if (refused !== undefined && timers.now() < refused.until) return outcomeOf(refused.verdict);
    const verdict = await smtp.deliver(letter.value);
    learn(verdict);
    return isStopped() && verdict.verdict === 'failed' ? failed(stopped, true) : outcomeOf(verdict);
  }

  return {
    name: 'email',
    start: look,
    async stop() {
      stopping = true;
      cancelLook();
      smtp.end(stopped);
      await dialogues.idle();
    },
    send: (message) => dialogues.handOver(() => send(message), `the mail server ${host}:${port}`),
    status: () => status,
  };
}
