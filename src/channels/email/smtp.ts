import { readFile } from 'node:fs/promises';
import type { Options } from 'nodemailer/lib/smtp-connection';
import { messageOf } from '../../errors.js';
import { isMailAddress } from '../../schema/mail-address.js';
import type { Timers } from '../../serial/timers.js';
import { openDialogue, type Break, type Dialogue } from './dialogue.js';
import type { Letter } from './letter.js';
import type { Trouble } from '../trouble.js';
import { createShow, isRefused, key, troubleOf, type EmailConfig } from './trouble.js';

export type Verdict =
  | { readonly verdict: 'taken'; /** what the server said to it */ readonly reply: string }
  | {
      readonly verdict: 'failed';
      readonly retry: boolean;
      /** `server`: no mail can go; `user`: nor will any before somebody has put it right; `letter`: this one does not */
      readonly fault: 'server' | 'user' | 'letter';
      readonly trouble: Trouble;
    }
  | { readonly verdict: 'uncertain'; readonly trouble: Trouble };

export type Smtp = {
  /** One letter in a dialogue of its own. */
  deliver: (letter: Letter) => Promise<Verdict>;
  /** Connects and signs in, and sends nothing. */
  check: () => Promise<Verdict>;
  /** Breaks off the dialogue there is, and any that is begun later. */
  end: (reason: string) => void;
};

/** The address that mail is sent from; empty when there is none. */
export const senderOf = ({ from, smtp: { user } }: EmailConfig): string =>
  from !== '' ? from : isMailAddress(user) ? user : '';

/** What can not work whatever the server says; undefined when there is nothing. */
export function faultIn(config: EmailConfig): Trouble | undefined {
  const { host, user, password } = config.smtp;
  if (host === '') return { what: 'email is off', remedy: `name the mail server in ${key('host')}` };
  if (senderOf(config) === '') {
    return { what: 'mail has no sender', remedy: `give the address it is to come from in ${key('from')}` };
  }
  if ((user === '') !== (password === '')) {
    const [given, missing] = user === '' ? (['password', 'user'] as const) : (['user', 'password'] as const);
    return { what: `${key(missing)} is empty, but ${key(given)} is not`, remedy: 'give both, or none' };
  }
  return undefined;
}

function judge(broken: Break, trouble: Trouble): Verdict {
  const { stage, error } = broken;
  if (stage === 'connecting') return { verdict: 'failed', retry: true, fault: 'server', trouble };
  if (stage === 'signingIn') {
    const forGood = error.code === 'EAUTH' && error.permanent === true;
    return { verdict: 'failed', retry: !forGood, fault: forGood ? 'user' : 'server', trouble };
  }
  if (stage === 'text' && !isRefused(error)) return { verdict: 'uncertain', trouble };
  return { verdict: 'failed', retry: error.permanent !== true, fault: 'letter', trouble };
}

async function optionsOf({
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
  const place = { at: `${host}:${port}`, user, from: senderOf(config) };
  const credentials = user === '' ? undefined : { user, pass: password };
  const show = createShow(config.smtp);
  let current: Dialogue | undefined;
  let over: string | undefined;

  async function talk(letter?: Letter): Promise<Verdict> {
    const fault = faultIn(config);
    if (fault !== undefined) return { verdict: 'failed', retry: false, fault: 'user', trouble: fault };
    let server: Options;
    try {
      server = await optionsOf(config.smtp);
    } catch (error) {
      const what = `${key('caFile')} ${caFile} can not be read: ${messageOf(error)}`;
      const trouble = { what, remedy: 'give the path of a PEM file, or leave it empty' };
      return { verdict: 'failed', retry: true, fault: 'server', trouble };
    }
    current = openDialogue({ server, credentials, letter, timers });
    if (over !== undefined) current.end(over);
    const ending = await current.ended;
    current = undefined;
    if (ending.ending === 'done') return { verdict: 'taken', reply: show(ending.reply) };
    return judge(ending, troubleOf(ending, { ...place, to: letter?.to ?? '' }, show));
  }

  return {
    deliver: talk,
    check: () => talk(),
    end(reason) {
      over = reason;
      current?.end(reason);
    },
  };
}
