import { reasonOf } from '../problem.js';
import type { WebhookAnswer } from './answer.js';

/**
 * What an answer means. Every status but 2xx passes (https://www.standardwebhooks.com): a proxy answers 404 while the receiver
 * restarts, and 401 or 403 while its secret is changed. `retryAfter`: in s, if the receiver gives it.
 */
export type Verdict =
  { readonly outcome: 'sent' } | { readonly outcome: 'retry'; readonly reason: string; readonly retryAfter?: number };

type Remedy = readonly [code: RegExp, what: string, remedy: string];

const CHECK_URL = 'check its url, and that the receiver runs';
/** Shown to all users who see messages, so it names neither address nor path. */
const PROBLEMS: readonly Remedy[] = [
  [/^TIMEOUT$|^ETIMEDOUT$/, 'no answer within 10 s', 'the receiver has to answer before it does its work'],
  [/^ECONNREFUSED$/, 'the connection was refused', CHECK_URL],
  [/^ENOTFOUND$|^EAI_/, 'the host name was not found', 'check its url and the name server of this machine'],
  [/^EHOSTUNREACH$|^ENETUNREACH$|^ENETDOWN$/, 'the host cannot be reached', 'check the network of this machine'],
  [/^CERT_|CERT|UNABLE_TO/, 'its certificate is not trusted', 'give the receiver a certificate of a known authority'],
  [/^EPROTO$|^ERR_SSL|^ERR_TLS/, 'no TLS connection', 'check whether its url begins with http or https'],
  [/^HPE_/, 'the answer is not HTTP', CHECK_URL],
];

export function verdictOf(name: string, answer: WebhookAnswer): Verdict {
  const of = (what: string): string => `webhook ${name}: ${what}`;
  if (answer.status === null) {
    const [, what, remedy] = PROBLEMS.find(([code]) => code.test(answer.code)) ?? [
      null,
      'the connection ended without an answer',
      CHECK_URL,
    ];
    return { outcome: 'retry', reason: of(reasonOf({ what, remedy })) };
  }
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const reason = of(reasonOf({ what: `answered with status ${status}`, remedy: remedyOf(status) }));
  return { outcome: 'retry', reason, ...(retryAfter !== undefined && { retryAfter }) };
}

function remedyOf(status: number): string {
  if (status >= 300 && status < 400) return 'redirects are not followed: set the url that it leads to';
  if (status === 401 || status === 403) return 'check that the receiver has the same secret and the right time';
  if (status === 404 || status === 410) return 'check the path in its url';
  return 'see the log of the receiver';
}
