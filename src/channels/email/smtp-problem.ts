import type { Config } from '../../schema/config/config.js';
import type { Problem } from '../problem.js';
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

function authenticationProblem({ error }: SmtpFailure, { server, user }: SmtpContext, reply: string): Problem {
  if (error.code !== 'EAUTH') {
    const remedy = `use a submission port (587 or 465), or leave ${configKey('user')} empty`;
    return { what: `cannot sign in to ${server} as ${user}: ${reply}`, remedy };
  }
  return {
    what: `${server} rejects the user ${user}: ${reply}`,
    remedy: `correct ${configKey('user')} and ${configKey('password')}, then restart`,
  };
}

function envelopeProblem({ error }: SmtpFailure, { server, from, to }: SmtpContext, reply: string): Problem {
  if (error.responseCode === undefined)
    return { what: `${server}: ${reply} before the text was sent`, remedy: RETRIED_LATER };
  if (error.command === 'RCPT TO')
    return { what: `${server} rejects mail to ${to}: ${reply}`, remedy: `check the address` };
  return {
    what: `${server} rejects mail from ${from}: ${reply}`,
    remedy: `check ${configKey('from')} and ${configKey('user')}`,
  };
}

/** The server replied that it does not accept the message. */
export const isRejection = ({ responseCode = 0 }: SmtpFailure['error']): boolean =>
  responseCode >= 400 && responseCode < 600;

function textProblem({ error }: SmtpFailure, { server }: SmtpContext, reply: string): Problem {
  if (isRejection(error))
    return { what: `${server} rejects the text: ${reply}`, remedy: 'the reply states the reason' };
  return {
    what: `the text was sent to ${server}, but it is unknown whether it was accepted: ${reply}`,
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
