import type { Config } from '../../schema/config/config.js';
import type { Problem } from '../problem.js';
import type { SmtpFailure, SmtpStage } from './smtp-session.js';

export type EmailConfig = Config['notifications']['email'];

/** Where a key of the configuration stands. */
export const configKey = (name: 'from' | keyof EmailConfig['smtp']): string =>
  `notifications.email.${name === 'from' ? name : `smtp.${name}`}`;

const MAX_SHOWN_LENGTH = 300;
const CONTROL_RUNS = /[\0-\x1f\x7f-\x9f]+/g;

/** What a server said, to be shown: in one line, bounded, and without the password, should it be repeated there. */
export function createReplyRedactor({ user, password }: EmailConfig['smtp']): (text: string) => string {
  const encodedSecrets = [`\0${user}\0${password}`, password].map((secret) => Buffer.from(secret).toString('base64'));
  const secrets = password === '' ? [] : [...encodedSecrets, password];
  return (text) => {
    const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return clean.replace(CONTROL_RUNS, ' ').trim().slice(0, MAX_SHOWN_LENGTH);
  };
}

type SmtpContext = { readonly server: string; readonly user: string; readonly from: string; readonly to: string };

const CHECK_ADDRESS = `check ${configKey('host')} and ${configKey('port')}, and the gateway's way to the network`;
const RETRIED_LATER = 'it is tried again later';

/** Of OpenSSL, for a certificate that nobody vouches for, that is for another name, or not for now. */
const isCertificateError = (code: string): boolean => /CERT|SIGNATURE|SIGNED|ISSUER|ALTNAME/.test(code);

function connectingProblem({ reached, error }: SmtpFailure, { server }: SmtpContext, reply: string): Problem {
  const code = error.originalCode ?? error.code ?? '';
  if (error.code === 'EDNS') {
    return { what: `the mail server of ${server} is not found: ${reply}`, remedy: CHECK_ADDRESS };
  }
  if (isCertificateError(code)) {
    const remedy = `name in ${configKey('caFile')} a PEM file of what vouches for it, or call the server in ${configKey('host')} by its name`;
    return { what: `the certificate of ${server} is not trusted: ${reply}`, remedy };
  }
  if (error.responseCode === 421) return { what: `${server} turns the gateway away: ${reply}`, remedy: RETRIED_LATER };
  if (error.command === 'STARTTLS' || error.command === 'EHLO') {
    const remedy = `use a port that has it; where nobody can listen on the way, ${configKey('requireTls')} may be false`;
    return { what: `${server} offers no TLS (STARTTLS): ${reply}`, remedy };
  }
  if (error.code === 'ETLS' || code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    const remedy = `${configKey('secure')} is for port 465, and must be false for a port that begins with STARTTLS`;
    return { what: `${server} does not speak TLS as it should: ${reply}`, remedy };
  }
  if (!reached) return { what: `${server} is not reached: ${reply}`, remedy: CHECK_ADDRESS };
  if (error.responseCode !== undefined)
    return { what: `${server} turns the gateway away: ${reply}`, remedy: RETRIED_LATER };
  const remedy = `a port that begins with TLS, like 465, needs ${configKey('secure')} to be true; else ${RETRIED_LATER}`;
  return { what: `${server} does not greet: ${reply}`, remedy };
}

function authenticationProblem({ error }: SmtpFailure, { server, user }: SmtpContext, reply: string): Problem {
  if (error.code !== 'EAUTH') {
    const remedy = `use a port that is for sending mail (587 or 465), or leave ${configKey('user')} empty`;
    return { what: `${server} can not be signed in to as ${user}: ${reply}`, remedy };
  }
  return {
    what: `${server} refuses the user ${user}: ${reply}`,
    remedy: `put ${configKey('user')} and ${configKey('password')} right and start again`,
  };
}

function envelopeProblem({ error }: SmtpFailure, { server, from, to }: SmtpContext, reply: string): Problem {
  if (error.responseCode === undefined)
    return { what: `${server}: ${reply} before the text was given`, remedy: RETRIED_LATER };
  if (error.command === 'RCPT TO')
    return { what: `${server} refuses mail to ${to}: ${reply}`, remedy: `check the address` };
  return {
    what: `${server} refuses mail from ${from}: ${reply}`,
    remedy: `check ${configKey('from')} and ${configKey('user')}`,
  };
}

/** The server has said in so many words that it does not take what it was given. */
export const isRejection = ({ responseCode = 0 }: SmtpFailure['error']): boolean =>
  responseCode >= 400 && responseCode < 600;

function textProblem({ error }: SmtpFailure, { server }: SmtpContext, reply: string): Problem {
  if (isRejection(error)) return { what: `${server} refuses the text: ${reply}`, remedy: 'what it says is the reason' };
  return {
    what: `the text was given to ${server}, and whether it took it is not known: ${reply}`,
    remedy: 'ask who was to get it before it is sent again',
  };
}

const problemByStage: Readonly<
  Record<SmtpStage, (failure: SmtpFailure, context: SmtpContext, reply: string) => Problem>
> = {
  connecting: connectingProblem,
  authenticating: authenticationProblem,
  envelope: envelopeProblem,
  text: textProblem,
};

/** Tells a broken dialogue to somebody who can mend it. */
export const problemOf = (failure: SmtpFailure, context: SmtpContext, redact: (text: string) => string): Problem =>
  problemByStage[failure.stage](failure, context, redact(failure.error.response ?? failure.error.message));
