import type { Pause } from '../sink.js';
import { errorOf, type HttpAnswer, type HttpCalls } from './http-calls.js';

/** A call that was answered, or why nothing can be sent. `isLost`: there is no connection to the API. */
export type SessionAnswer =
  | { readonly ok: true; readonly answer: HttpAnswer }
  | {
      readonly ok: false;
      readonly pause: Pause;
      readonly isLost: boolean;
      /** of an answer that is not one of the API */
      readonly status?: number | undefined;
    };

/** The token of the uplink's user. */
export type Session = {
  /** Signs in if necessary; a token that is refused is replaced once. */
  readonly post: (call: { path: string; body: object; isPacked?: boolean }) => Promise<SessionAnswer>;
  /** The next call signs in again. */
  readonly forget: () => void;
};

export type SessionOptions = {
  readonly calls: Pick<HttpCalls, 'post'>;
  readonly userName: string;
  readonly apiKey: string;
  /** ms since 1970 */
  readonly now: () => number;
};

type Token = { readonly text: string; /** ms since 1970 */ readonly renewAt: number };
type SignedIn = { readonly ok: true; readonly token: Token } | Extract<SessionAnswer, { ok: false }>;

/** A token is renewed after this part of its life. */
const RENEW_SHARE = 0.8;
/** Overload passes. */
const BUSY = new Set([408, 425, 429]);
const isBusy = (status: number): boolean => status >= 500 || BUSY.has(status);

export function createSession({ calls, userName, apiKey, now }: SessionOptions): Session {
  let current: Promise<SignedIn> | undefined;

  async function signIn(): Promise<SignedIn> {
    if (userName === '' || apiKey === '') {
      const missing = userName === '' ? 'userName' : 'apiKey';
      return refuse({ kind: 'stop', reason: `${missing} is not set: set it in the settings of the uplink` });
    }
    const answer = await calls.post({ path: '/api/Auth/Token', body: { userName, apiKey } });
    const busy = pauseOf(answer);
    if (busy !== undefined) return busy;
    const { status, body } = answer as HttpAnswer;
    if (typeof body.token === 'string' && body.token !== '') {
      return { ok: true, token: { text: body.token, renewAt: renewalOf(body.expires, now()) } };
    }
    if (status === 404 || status === 405) {
      const reason = `there is no API at the url (${errorOf(answer as HttpAnswer)} for /api/Auth/Token): check the url`;
      return refuse({ kind: 'retry', reason, retryAfter: 60_000 }, true);
    }
    const reason = `the far side refuses the sign-in of ${userName} (${errorOf(answer as HttpAnswer)}): set userName and apiKey`;
    return refuse({ kind: 'stop', reason });
  }

  function drop(token: Promise<SignedIn>): void {
    if (current === token) current = undefined;
  }

  /** Calls at the same time share a sign-in. */
  async function tokenOf(): Promise<{ readonly signedIn: SignedIn; readonly by: Promise<SignedIn> }> {
    if (current !== undefined) {
      const by = current;
      const signedIn = await by;
      if (signedIn.ok && now() < signedIn.token.renewAt) return { signedIn, by };
      drop(by);
    }
    const by = (current ??= signIn());
    const signedIn = await by;
    // A failure is not kept: the next call tries again.
    if (!signedIn.ok) drop(by);
    return { signedIn, by };
  }

  return {
    forget() {
      current = undefined;
    },
    async post(call) {
      for (let attempt = 1; ; attempt += 1) {
        const { signedIn, by } = await tokenOf();
        if (!signedIn.ok) return signedIn;
        const answer = await calls.post({ ...call, token: signedIn.token.text });
        const busy = pauseOf(answer);
        if (busy !== undefined) return busy;
        const answered = answer as HttpAnswer;
        if (answered.status === 401) {
          drop(by);
          if (attempt === 1) continue;
          return refuse({
            kind: 'stop',
            reason: `the far side refuses a new token of ${userName} (${errorOf(answered)})`,
          });
        }
        if (answered.status === 403) {
          const reason = `the far side refuses the user ${userName} (${errorOf(answered)}): they need the privilege ingest, unrestricted`;
          return refuse({ kind: 'stop', reason });
        }
        return { ok: true, answer: answered };
      }
    },
  };
}

const refuse = (pause: Pause, isLost = false): Extract<SessionAnswer, { ok: false }> => ({ ok: false, pause, isLost });

/** Why nothing more is sent after this answer; undefined: it concerns the call alone. */
function pauseOf(answer: Awaited<ReturnType<HttpCalls['post']>>): Extract<SessionAnswer, { ok: false }> | undefined {
  const { retryAfter } = answer;
  const wait = retryAfter === undefined ? {} : { retryAfter };
  // A proxy in between answers in HTML: its status counts.
  if (answer.kind === 'failure' && answer.status === 413) {
    return refuse({ kind: 'too-large', reason: answer.reason });
  }
  if (answer.kind === 'failure') {
    const isOverload = answer.status !== undefined && isBusy(answer.status);
    return { ...refuse({ kind: 'retry', reason: answer.reason, ...wait }, !isOverload), status: answer.status };
  }
  if (!isBusy(answer.status)) return undefined;
  return refuse({ kind: 'retry', reason: `the far side is busy or has a fault (${errorOf(answer)})`, ...wait });
}

/** A far side that does not name the end of its token refuses the token one day. */
function renewalOf(expires: unknown, now: number): number {
  const end = typeof expires === 'string' ? Date.parse(expires) : Number.NaN;
  return Number.isFinite(end) && end > now ? now + (end - now) * RENEW_SHARE : Number.POSITIVE_INFINITY;
}
