import http from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errnoOf } from '../../errors.js';
import { post, type PendingPost, type PostAnswer } from '../../outgoing/post.js';
import type { Timers } from '../../time/clock.js';
import type { SinkTls } from '../sink.js';
import { networkProblem } from './network-problem.js';

/**
 * `node:https` instead of `fetch`: that has no way to set the CA, the client certificate or `insecure` of one connection
 * without a package.
 */

/** Any answer in JSON. */
export type HttpAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  /** an object; empty if the body is */
  readonly body: Readonly<Record<string, unknown>>;
  /** ms that the far side asks for */
  readonly retryAfter?: number;
};

/** No answer of the API. `isLost`: there is no connection; otherwise something else than the API answers. */
type HttpFailure = {
  readonly kind: 'failure';
  readonly reason: string;
  readonly isLost: boolean;
  readonly retryAfter?: number;
  readonly status?: number;
};

type HttpCall = {
  readonly path: string;
  readonly body: object;
  readonly token?: string;
  /** compresses the body */
  readonly isPacked?: boolean;
};

export type HttpCalls = {
  /** Sends one POST; never rejects. */
  readonly post: (call: HttpCall) => Promise<HttpAnswer | HttpFailure>;
  /** Ends the calls in progress, and every later one; resolves once none is. */
  readonly close: () => Promise<void>;
  readonly totals: () => { readonly requests: number; readonly bytes: number };
};

export type HttpCallsOptions = {
  readonly url: string;
  readonly tls: SinkTls;
  readonly version: string;
  readonly timers: Pick<Timers, 'after'>;
  /** ms since 1970 */
  readonly now: () => number;
  /** ms for a whole call */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 1_048_576;
/** What answers something else than the API will not change at once. */
const WRONG_ANSWER_MS = 60_000;
const MIN_PACKED_CHARS = 512;
const MAX_SOCKETS = 4;
const IDLE_SOCKET_MS = 30_000;
const pack = promisify(gzip);

type Calls = HttpCallsOptions & {
  readonly base: URL;
  readonly agent: http.Agent;
  readonly running: Set<PendingPost>;
  isClosed: boolean;
  requests: number;
  bytes: number;
};

export function createHttpCalls(options: HttpCallsOptions): HttpCalls {
  const base = new URL(options.url);
  const calls: Calls = {
    ...{ ...options, base, agent: createAgent(base, options.tls), running: new Set() },
    ...{ isClosed: false, requests: 0, bytes: 0 },
  };
  const pending = new Set<Promise<unknown>>();
  return {
    post(call) {
      const answer = send(calls, call).then((given) =>
        given.status === null ? failureOf(given.error, base.host) : readAnswer(calls, given),
      );
      pending.add(answer);
      void answer.then(() => pending.delete(answer));
      return answer;
    },
    async close() {
      calls.isClosed = true;
      for (const { cancel } of calls.running) cancel(CLOSED);
      await Promise.all(pending);
      calls.agent.destroy();
    },
    totals: () => ({ requests: calls.requests, bytes: calls.bytes }),
  };
}

const CLOSED = 'not connected';

function createAgent(base: URL, { ca, cert, key, insecure }: SinkTls): http.Agent {
  const common = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_SOCKET_MS };
  if (base.protocol !== 'https:') return new http.Agent(common);
  return new https.Agent({
    ...common,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  });
}

async function send(calls: Calls, { path, body, token, isPacked = false }: HttpCall): Promise<PostAnswer> {
  const { base, agent, running, version, timers, timeoutMs: limitMs = TIMEOUT_MS } = calls;
  const text = JSON.stringify(body);
  const packed = isPacked && text.length >= MIN_PACKED_CHARS ? await pack(text) : undefined;
  if (calls.isClosed) return { status: null, error: new Error(CLOSED) };
  const url = new URL(base.pathname.replace(/(?<!\/)\/+$/, '') + path, base.origin);
  const sent = packed ?? Buffer.from(text);
  calls.requests += 1;
  calls.bytes += sent.length;
  const pending = post({
    ...{ url, agent, limitMs, timers, body: sent, maxAnswerBytes: MAX_ANSWER_BYTES },
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'User-Agent': `waypost/${version}`,
      ...(packed !== undefined && { 'Content-Encoding': 'gzip' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
  });
  running.add(pending);
  const answer = await pending.answer;
  running.delete(pending);
  return answer;
}

function failureOf(error: Error, host: string): HttpFailure {
  const reason = errnoOf(error) === 'TIMEOUT' ? `${host} did not answer in time` : networkProblem(error, host);
  return { kind: 'failure', reason, isLost: true };
}

const wrongAnswer = (status: number, reason: string): HttpFailure => ({
  ...{ kind: 'failure', reason, isLost: false, retryAfter: WRONG_ANSWER_MS, status },
});

function redirectReason(host: string, location: string | undefined): string {
  const target = location === undefined ? 'elsewhere' : `to ${shorten(location)}`;
  return `${host} redirects ${target}, and redirects are not followed: set the url to the address of the API itself`;
}

type Answer = Exclude<PostAnswer, { status: null }>;

function readAnswer(
  { base: { host }, now }: Calls,
  { status, headers, body: bytes }: Answer,
): HttpAnswer | HttpFailure {
  if (status >= 300 && status < 400) return wrongAnswer(status, redirectReason(host, headers.location));
  const isFinal = status >= 200;
  if (isFinal && bytes === undefined)
    return wrongAnswer(status, `${host} answered more than ${MAX_ANSWER_BYTES} bytes, expected JSON of the API`);
  const retryAfter = readRetryAfter(headers['retry-after'], now());
  const text = bytes?.toString('utf8') ?? '';
  const body = isFinal ? readObject(text) : undefined;
  if (body !== undefined) return { kind: 'answer', status, body, ...(retryAfter !== undefined && { retryAfter }) };
  const { 'content-type': type = 'no type' } = headers;
  const got = `status ${status}, ${shorten(type)}: ${JSON.stringify(shorten(text.trim()))}`;
  const failure = wrongAnswer(status, `${host} did not answer as the API does, in JSON (${got}): check the url`);
  return retryAfter === undefined ? failure : { ...failure, retryAfter };
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** ms: the header has seconds or a date. */
function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

const MAX_QUOTE = 100;
export const shorten = (text: string): string => (text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text);

/** The error that an answer names, for a sentence. */
export const errorOf = ({ status, body }: HttpAnswer): string =>
  typeof body.error === 'string' && body.error !== '' ? shorten(body.error) : `status ${status}`;
