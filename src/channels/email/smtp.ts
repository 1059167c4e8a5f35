import { readFile } from 'node:fs/promises';
import type { Options } from 'nodemailer/lib/smtp-connection';
import { messageOf } from '../../errors.js';
import { asciiMailAddress, isMailAddress } from '../../schema/messages/mail-address.js';
import type { Timers } from '../../time/clock.js';
import { openSmtpSession, type SmtpFailure, type SmtpSession } from './smtp-session.js';
import type { MimeMessage } from './mime-message.js';
import type { Problem } from '../problem.js';
import {
  configKey,
  createReplyRedactor,
  isAboutMessage,
  isRejection,
  isUserRejected,
  problemOf,
  type EmailConfig,
} from './smtp-problem.js';

export type Verdict =
  | { readonly verdict: 'accepted'; readonly reply: string }
  | {
      readonly verdict: 'failed';
      readonly retry: boolean;
      /**
       * `server`: no mail can be sent; `user`: nor later, until the configuration is fixed; `sending`: the server signs the
       * gateway in and refuses its mails; `message`: only this mail
       */
      readonly fault: 'server' | 'user' | 'sending' | 'message';
      readonly problem: Problem;
    }
  | { readonly verdict: 'uncertain'; readonly problem: Problem };

export type Smtp = {
  /** Sends one message in a session of its own. */
  deliver: (message: MimeMessage) => Promise<Verdict>;
  /** Connects and signs in; sends nothing. */
  check: () => Promise<Verdict>;
  /** Aborts the current session, and every later one. */
  end: (reason: string) => void;
};

/** The sender's address; empty: none is configured. */
export const senderOf = ({ from, smtp: { user } }: EmailConfig): string =>
  asciiMailAddress(from !== '' ? from : isMailAddress(user) ? user : '');

/** What is wrong in the configuration, whatever the server replies. */
function configProblem(config: EmailConfig): Problem | undefined {
  const { host, user, password } = config.smtp;
  if (host === '') return { what: 'email is off', remedy: `set ${configKey('host')} to the mail server` };
  if (senderOf(config) === '') {
    return { what: 'email has no sender', remedy: `set ${configKey('from')} to the sender's address` };
  }
  if ((user === '') !== (password === '')) {
    const [present, missing] = user === '' ? (['password', 'user'] as const) : (['user', 'password'] as const);
    return { what: `${configKey(missing)} is empty, but ${configKey(present)} is not`, remedy: 'set both or neither' };
  }
  return undefined;
}

function verdictOf(failure: SmtpFailure, problem: Problem): Verdict {
  const { stage, error } = failure;
  if (stage === 'connecting') return { verdict: 'failed', retry: true, fault: 'server', problem };
  if (stage === 'authenticating') {
    return { verdict: 'failed', retry: true, fault: isUserRejected(failure) ? 'user' : 'server', problem };
  }
  if (stage === 'text' && !isRejection(error)) return { verdict: 'uncertain', problem };
  return isAboutMessage(failure)
    ? { verdict: 'failed', retry: error.permanent !== true, fault: 'message', problem }
    : { verdict: 'failed', retry: true, fault: 'sending', problem };
}

async function connectionOptions({
  host,
  port,
  secure,
  requireTls,
  caFile,
  allowSelfSigned,
}: EmailConfig['smtp']): Promise<Options> {
  const ca = caFile === '' ? {} : { ca: await readFile(caFile) };
  return {
    host,
    port,
    secure,
    requireTLS: requireTls && !secure,
    // Without this, a server on this machine is unreachable while no network is up.
    allowInternalNetworkInterfaces: true,
    tls: { ...ca, rejectUnauthorized: !allowSelfSigned, minVersion: 'TLSv1.2' },
  };
}

/** The configured mail server. The caller runs one session at a time. Nothing rejects. */
export function createSmtp(config: EmailConfig, timers: Timers): Smtp {
  const { host, port, user, password, caFile } = config.smtp;
  const context = { server: `${host}:${port}`, user, from: senderOf(config) };
  const credentials = user === '' ? undefined : { user, pass: password };
  const redact = createReplyRedactor(config.smtp);
  let current: SmtpSession | undefined;
  let stopReason: string | undefined;

  async function runSession(message?: MimeMessage): Promise<Verdict> {
    const configFault = configProblem(config);
    if (configFault !== undefined) return { verdict: 'failed', retry: true, fault: 'user', problem: configFault };
    let server: Options;
    try {
      server = await connectionOptions(config.smtp);
    } catch (error) {
      const what = `${configKey('caFile')}: cannot read ${caFile}: ${messageOf(error)}`;
      const problem = { what, remedy: 'set the path of a PEM file, or leave it empty' };
      return { verdict: 'failed', retry: true, fault: 'server', problem };
    }
    current = openSmtpSession({ server, credentials, message, timers });
    if (stopReason !== undefined) current.end(stopReason);
    const ending = await current.ended;
    current = undefined;
    if (ending.ending === 'done') return { verdict: 'accepted', reply: redact(ending.reply) };
    return verdictOf(ending, problemOf(ending, { ...context, to: message?.to ?? '' }, redact));
  }

  return {
    deliver: runSession,
    check: () => runSession(),
    end(reason) {
      stopReason = reason;
      current?.end(reason);
    },
  };
}
