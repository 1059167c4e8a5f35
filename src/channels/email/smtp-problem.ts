import type { Config } from '../../schema/config/config.js';
import type { Problem } from '../problem.js';
import { faultOf, type ReplyFault } from './reply-fault.js';
import type { SmtpFailure, SmtpStage } from './smtp-session.js';

export type EmailConfig = Config['notifications']['email'];

/** The full name of a key of the configuration. */
export const configKey = (name: 'from' | keyof EmailConfig['smtp']): string =>
  `notifications.email.${name === 'from' ? name : `smtp.${name}`}`;

const MAX_SHOWN_LENGTH = 300;
const CONTROL_RUNS = /[\0-\x1f\x7f-\x9f]+/g;

/** Makes a server's reply fit to show: one line, bounded, without the password that it might repeat. */
export function createReplyRedactor({ user, password }: EmailConfig['smtp']): (text: string) => string {
  const encodedSecrets = [`\0${user}\0${password}`, password].map((secret) => Buffer.from(secret).toString('base64'));
  const secrets = password === '' ? [] : [...encodedSecrets, password];
  return (text) => {
    const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return clean.replace(CONTROL_RUNS, ' ').trim().slice(0, MAX_SHOWN_LENGTH);
  };
}

type SmtpContext = { readonly server: string; readonly user: string; readonly from: string; readonly to: string };

const CHECK_ADDRESS = `check ${configKey('host')}, ${configKey('port')} and the gateway's network connection`;
const RETRIED_LATER = 'the gateway tries again later';

/** OpenSSL's codes for an untrusted issuer, another host name or an expired certificate. */
const isCertificateError = (code: string): boolean => /CERT|SIGNATURE|SIGNED|ISSUER|ALTNAME/.test(code);

function connectingProblem({ reached, error }: SmtpFailure, { server }: SmtpContext, reply: string): Problem {
  const code = error.originalCode ?? error.code ?? '';
  if (error.code === 'EDNS') {
    return { what: `mail server ${server} not found: ${reply}`, remedy: CHECK_ADDRESS };
  }
  if (isCertificateError(code)) {
    const remedy = `set ${configKey('caFile')} to a PEM file with its CA certificate, or ${configKey('host')} to the name in the certificate`;
    return { what: `the certificate of ${server} is not trusted: ${reply}`, remedy };
  }
  if (error.responseCode === 421) return { what: `${server} rejects the connection: ${reply}`, remedy: RETRIED_LATER };
  if (error.command === 'STARTTLS' || error.command === 'EHLO') {
    const remedy = `use a port that offers it; on a trusted network, ${configKey('requireTls')} may be false`;
    return { what: `${server} offers no TLS (STARTTLS): ${reply}`, remedy };
  }
  if (error.code === 'ETLS' || code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    const remedy = `set ${configKey('secure')} to true for port 465, to false for a port with STARTTLS`;
    return { what: `the TLS handshake with ${server} failed: ${reply}`, remedy };
  }
  if (!reached) return { what: `${server} is unreachable: ${reply}`, remedy: CHECK_ADDRESS };
  if (error.responseCode !== undefined)
    return { what: `${server} rejects the connection: ${reply}`, remedy: RETRIED_LATER };
  const remedy = `if the port starts with TLS, like 465, set ${configKey('secure')} to true; otherwise ${RETRIED_LATER}`;
  return { what: `${server} sent no greeting: ${reply}`, remedy };
}

/** Of these, the password is right but not meant for programs (RFC 4954, 5.7.9; Gmail, Microsoft 365). */
const APP_PASSWORD = /^534|^\d{3}[ -]5\.7\.(?:9|14|139)\b/;

/** Signing in again does not help until a person acts. After 454, another password is no remedy (RFC 4954, 6). */
export const isUserRejected = ({ error }: Pick<SmtpFailure, 'error'>): boolean =>
  error.code === 'EAUTH' &&
  error.permanent === true &&
  faultOf({ reply: error.response ?? '', command: 'AUTH' }) !== 'limit';

function authenticationProblem({ error }: SmtpFailure, { server, user }: SmtpContext, reply: string): Problem {
  const what = `cannot sign in to ${server} as ${user}: ${reply}`;
  if (error.code === 'ENOAUTH')
    return { what, remedy: `use a submission port (587 or 465), or leave ${configKey('user')} empty` };
  if (!isUserRejected({ error })) return { what, remedy: RETRIED_LATER };
  return {
    what: `${server} rejects the user ${user}: ${reply}`,
    remedy: APP_PASSWORD.test(reply)
      ? `set ${configKey('password')} to an app password, or use a mail server that takes passwords of programs`
      : `correct ${configKey('user')} and ${configKey('password')}`,
  };
}

/** The server replied that it does not accept the message. */
export const isRejection = ({ responseCode = 0 }: SmtpFailure['error']): boolean =>
  responseCode >= 400 && responseCode < 600;

/** What the refusal of the envelope or the text is about. */
const refusalOf = ({ error }: SmtpFailure): ReplyFault =>
  faultOf({ reply: error.response ?? '', command: error.command ?? '' });

/** It concerns this mail or its recipient; the next mail may pass. So may it after a session that ended without a reply. */
export const isAboutMessage = (failure: SmtpFailure): boolean =>
  !isRejection(failure.error) || ['message', 'recipient'].includes(refusalOf(failure));

type RefusalText = (failure: SmtpFailure, context: SmtpContext, reply: string) => Problem;

const takesNone =
  (remedy: string): RefusalText =>
  (_failure, { server }, reply) => ({ what: `${server} takes no mail from this gateway: ${reply}`, remedy });

function mailProblem({ stage, error }: SmtpFailure, { server, to }: SmtpContext, reply: string): Problem {
  const isText = stage === 'text' || error.command === 'DATA';
  const what = isText ? `${server} rejects the text: ${reply}` : `${server} rejects mail to ${to}: ${reply}`;
  if (error.permanent !== true) return { what, remedy: RETRIED_LATER };
  return { what, remedy: isText ? 'the reply states the reason' : 'check the address' };
}

const problemByFault: Readonly<Record<ReplyFault, RefusalText>> = {
  message: mailProblem,
  recipient: mailProblem,
  sender: (_failure, { server, from }, reply) => ({
    what: `${server} rejects mail from ${from}: ${reply}`,
    remedy: `check ${configKey('from')} and ${configKey('user')}`,
  }),
  account: takesNone(`check ${configKey('user')} and ${configKey('password')}, or ask its operator`),
  limit: (_failure, { server }, reply) => ({
    what: `a sending limit of ${server} is reached: ${reply}`,
    remedy: RETRIED_LATER,
  }),
  policy: takesNone('ask its operator'),
  server: takesNone(RETRIED_LATER),
};

function envelopeProblem(failure: SmtpFailure, context: SmtpContext, reply: string): Problem {
  if (failure.error.responseCode === undefined)
    return { what: `${context.server}: ${reply} before the text was sent`, remedy: RETRIED_LATER };
  return problemByFault[refusalOf(failure)](failure, context, reply);
}

function textProblem(failure: SmtpFailure, context: SmtpContext, reply: string): Problem {
  if (isRejection(failure.error)) return problemByFault[refusalOf(failure)](failure, context, reply);
  return {
    what: `the text was sent to ${context.server}, but it is unknown whether it was accepted: ${reply}`,
    remedy: 'ask the recipient before you send it again',
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

/** Explains a failed session to the operator. */
export const problemOf = (failure: SmtpFailure, context: SmtpContext, redact: (text: string) => string): Problem =>
  problemByStage[failure.stage](failure, context, redact(failure.error.response ?? failure.error.message));
