import { readFile } from 'node:fs/promises';
import type { Options } from 'nodemailer/lib/smtp-connection';
import { messageOf } from '../../errors.js';
import { isMailAddress } from '../../schema/messages/mail-address.js';
import type { Timers } from '../../time/timers.js';
import { openSmtpSession, type SmtpFailure, type SmtpSession } from './smtp-session.js';
import type { MimeMessage } from './mime-message.js';
import type { Problem } from '../problem.js';
import { createReplyRedactor, isRejection, configKey, problemOf, type EmailConfig } from './smtp-problem.js';

export type Verdict =
  | { readonly verdict: 'accepted'; /** what the server said to it */ readonly reply: string }
  | {
      readonly verdict: 'failed';
      readonly retry: boolean;
      /** `server`: no mail can go; `user`: nor will any before somebody has put it right; `letter`: this one does not */
      readonly fault: 'server' | 'user' | 'message';
      readonly problem: Problem;
    }
  | { readonly verdict: 'uncertain'; readonly problem: Problem };

export type Smtp = {
  /** One letter in a dialogue of its own. */
  deliver: (message: MimeMessage) => Promise<Verdict>;
  /** Connects and signs in, and sends nothing. */
  check: () => Promise<Verdict>;
  /** Breaks off the dialogue there is, and any that is begun later. */
  end: (reason: string) => void;
};

/** The address that mail is sent from; empty when there is none. */
export const senderOf = ({ from, smtp: { user } }: EmailConfig): string =>
  from !== '' ? from : isMailAddress(user) ? user : '';

/** What can not work whatever the server says; undefined when there is nothing. */
export function configProblem(config: EmailConfig): Problem | undefined {
  const { host, user, password } = config.smtp;
  if (host === '') return { what: 'email is off', remedy: `name the mail server in ${configKey('host')}` };
  if (senderOf(config) === '') {
    return { what: 'mail has no sender', remedy: `give the address it is to come from in ${configKey('from')}` };
  }
  if ((user === '') !== (password === '')) {
    const [present, missing] = user === '' ? (['password', 'user'] as const) : (['user', 'password'] as const);
    return { what: `${configKey(missing)} is empty, but ${configKey(present)} is not`, remedy: 'give both, or none' };
  }
  return undefined;
}

function verdictOf(failure: SmtpFailure, problem: Problem): Verdict {
  const { stage, error } = failure;
  if (stage === 'connecting') return { verdict: 'failed', retry: true, fault: 'server', problem };
  if (stage === 'authenticating') {
    const isPermanent = error.code === 'EAUTH' && error.permanent === true;
    return { verdict: 'failed', retry: !isPermanent, fault: isPermanent ? 'user' : 'server', problem };
  }
  if (stage === 'text' && !isRejection(error)) return { verdict: 'uncertain', problem };
  return { verdict: 'failed', retry: error.permanent !== true, fault: 'message', problem };
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
    // A server on this machine is reached while it is on no network.
    allowInternalNetworkInterfaces: true,
    tls: { ...ca, rejectUnauthorized: !allowSelfSigned, minVersion: 'TLSv1.2' },
  };
}

/** The configured mail server. One dialogue at a time is the caller's to keep. Nothing rejects. */
export function createSmtp(config: EmailConfig, timers: Timers): Smtp {
  const { host, port, user, password, caFile } = config.smtp;
  const context = { server: `${host}:${port}`, user, from: senderOf(config) };
  const credentials = user === '' ? undefined : { user, pass: password };
  const redact = createReplyRedactor(config.smtp);
  let current: SmtpSession | undefined;
  let stopReason: string | undefined;

  async function runSession(message?: MimeMessage): Promise<Verdict> {
    const configFault = configProblem(config);
    if (configFault !== undefined) return { verdict: 'failed', retry: false, fault: 'user', problem: configFault };
    let server: Options;
    try {
      server = await connectionOptions(config.smtp);
    } catch (error) {
      const what = `${configKey('caFile')} ${caFile} can not be read: ${messageOf(error)}`;
      const problem = { what, remedy: 'give the path of a PEM file, or leave it empty' };
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
