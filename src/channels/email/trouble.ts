import type { Config } from '../../schema/config.js';
import type { Trouble } from '../trouble.js';
import type { Break, Stage } from './dialogue.js';

export type EmailConfig = Config['notifications']['email'];

/** Where a key of the configuration stands. */
export const key = (name: 'from' | keyof EmailConfig['smtp']): string =>
  `notifications.email.${name === 'from' ? name : `smtp.${name}`}`;

const mostShown = 300;
const unprintable = /[\0-\x1f\x7f-\x9f]+/g;

/** What a server said, to be shown: in one line, bounded, and without the password, should it be repeated there. */
export function createShow({ user, password }: EmailConfig['smtp']): (text: string) => string {
  const forms = [`\0${user}\0${password}`, password].map((secret) => Buffer.from(secret).toString('base64'));
  const secrets = password === '' ? [] : [...forms, password];
  return (text) => {
    const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return clean.replace(unprintable, ' ').trim().slice(0, mostShown);
  };
}

type Place = { readonly at: string; readonly user: string; readonly from: string; readonly to: string };

const checkAddress = `check ${key('host')} and ${key('port')}, and the gateway's way to the network`;
const later = 'it is tried again later';

/** Of OpenSSL, for a certificate that nobody vouches for, that is for another name, or not for now. */
const isOfCertificate = (code: string): boolean => /CERT|SIGNATURE|SIGNED|ISSUER|ALTNAME/.test(code);

function whileConnecting({ reached, error }: Break, { at }: Place, said: string): Trouble {
  const code = error.originalCode ?? error.code ?? '';
  if (error.code === 'EDNS') {
    return { what: `the mail server of ${at} is not found: ${said}`, remedy: checkAddress };
  }
  if (isOfCertificate(code)) {
    const remedy = `name in ${key('caFile')} a PEM file of what vouches for it, or call the server in ${key('host')} by its name`;
    return { what: `the certificate of ${at} is not trusted: ${said}`, remedy };
  }
  if (error.responseCode === 421) return { what: `${at} turns the gateway away: ${said}`, remedy: later };
  if (error.command === 'STARTTLS' || error.command === 'EHLO') {
    const remedy = `use a port that has it; where nobody can listen on the way, ${key('requireTls')} may be false`;
    return { what: `${at} offers no TLS (STARTTLS): ${said}`, remedy };
  }
  if (error.code === 'ETLS' || code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    const remedy = `${key('secure')} is for port 465, and must be false for a port that begins with STARTTLS`;
    return { what: `${at} does not speak TLS as it should: ${said}`, remedy };
  }
  if (!reached) return { what: `${at} is not reached: ${said}`, remedy: checkAddress };
  if (error.responseCode !== undefined) return { what: `${at} turns the gateway away: ${said}`, remedy: later };
  const remedy = `a port that begins with TLS, like 465, needs ${key('secure')} to be true; else ${later}`;
  return { what: `${at} does not greet: ${said}`, remedy };
}

function whileSigningIn({ error }: Break, { at, user }: Place, said: string): Trouble {
  if (error.code !== 'EAUTH') {
    const remedy = `use a port that is for sending mail (587 or 465), or leave ${key('user')} empty`;
    return { what: `${at} can not be signed in to as ${user}: ${said}`, remedy };
  }
  return {
    what: `${at} refuses the user ${user}: ${said}`,
    remedy: `put ${key('user')} and ${key('password')} right and start again`,
  };
}

function inEnvelope({ error }: Break, { at, from, to }: Place, said: string): Trouble {
  if (error.responseCode === undefined) return { what: `${at}: ${said} before the text was given`, remedy: later };
  if (error.command === 'RCPT TO') return { what: `${at} refuses mail to ${to}: ${said}`, remedy: `check the address` };
  return {
    what: `${at} refuses mail from ${from}: ${said}`,
    remedy: `check ${key('from')} and ${key('user')}`,
  };
}

/** The server has said in so many words that it does not take what it was given. */
export const isRefused = ({ responseCode = 0 }: Break['error']): boolean => responseCode >= 400 && responseCode < 600;

function afterText({ error }: Break, { at }: Place, said: string): Trouble {
  if (isRefused(error)) return { what: `${at} refuses the text: ${said}`, remedy: 'what it says is the reason' };
  return {
    what: `the text was given to ${at}, and whether it took it is not known: ${said}`,
    remedy: 'ask who was to get it before it is sent again',
  };
}

const byStage: Readonly<Record<Stage, (broken: Break, place: Place, said: string) => Trouble>> = {
  connecting: whileConnecting,
  signingIn: whileSigningIn,
  envelope: inEnvelope,
  text: afterText,
};

/** Tells a broken dialogue to somebody who can mend it. */
export const troubleOf = (broken: Break, place: Place, show: (text: string) => string): Trouble =>
  byStage[broken.stage](broken, place, show(broken.error.response ?? broken.error.message));
