import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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
  /** Ends the calls in progress; resolves once none is. */
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
  readonly running: Set<AbortController>;
};

export function createHttpCalls(options: HttpCallsOptions): HttpCalls {
  const base = new URL(options.url);
  const calls: Calls = { ...options, base, agent: createAgent(base, options.tls), running: new Set() };
  const pending = new Set<Promise<unknown>>();
  let [requests, bytes] = [0, 0];

  async function post(call: HttpCall): Promise<HttpAnswer | HttpFailure> {
    const abort = new AbortController();
    calls.running.add(abort);
    const cancel = options.timers.after(options.timeoutMs ?? TIMEOUT_MS, () => {
      abort.abort(new TimeLimit());
    });
    try {
      const text = JSON.stringify(call.body);
      const isPacked = call.isPacked === true && text.length >= MIN_PACKED_CHARS;
      const sent = isPacked ? await pack(text) : Buffer.from(text);
      requests += 1;
      bytes += sent.length;
      return await exchange(calls, call, { sent, isPacked }, abort.signal);
    } catch (error) {
      const isLate = abort.signal.reason instanceof TimeLimit;
      const reason = isLate ? `${base.host} did not answer in time` : networkProblem(error, base.host);
      return { kind: 'failure', reason, isLost: true };
    } finally {
      cancel();
      calls.running.delete(abort);
    }
  }

  return {
    post(call) {
      const answer = post(call);
      pending.add(answer);
      void answer.then(() => pending.delete(answer));
      return answer;
    },
    async close() {
      for (const abort of calls.running) abort.abort();
      await Promise.all(pending);
      calls.agent.destroy();
    },
    totals: () => ({ requests, bytes }),
  };
}

class TimeLimit extends Error {}

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

type Sent = { readonly sent: Buffer; readonly isPacked: boolean };

async function exchange(
  calls: Calls,
  call: HttpCall,
  sent: Sent,
  signal: AbortSignal,
): Promise<HttpAnswer | HttpFailure> {
  const response = await send(calls, call, sent, signal);
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    response.destroy();
    return wrongAnswer(status, redirectReason(calls.base, response.headers.location));
  }
  const bytes = await readBounded(response);
  if (bytes === undefined) {
    return wrongAnswer(
      status,
      `${calls.base.host} answered more than ${MAX_ANSWER_BYTES} bytes, expected JSON of the API`,
    );
  }
  return readAnswer(calls, response, status, bytes);
}

function send(
  { base, agent, version }: Calls,
  { path, token }: HttpCall,
  { sent, isPacked }: Sent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = base.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'POST',
      agent,
      signal,
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      path: base.pathname.replace(/(?<!\/)\/+$/, '') + path,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': sent.length,
        Accept: 'application/json',
        'User-Agent': `waypost/${version}`,
        ...(isPacked && { 'Content-Encoding': 'gzip' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    });
    outgoing.once('response', resolve);
    // A connection can fail again after its answer has begun.
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

/** Undefined: larger than any answer of the API. Rejects if the connection ends before the answer does. */
function readBounded(response: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    response.on('data', (piece: Buffer) => {
      length += piece.length;
      pieces.push(piece);
      if (length <= MAX_ANSWER_BYTES) return;
      resolve(undefined);
      response.destroy();
    });
    response.once('end', () => {
      resolve(Buffer.concat(pieces));
    });
    response.once('error', reject);
    response.once('close', () => {
      reject(new Error('the connection was closed in the middle of the answer'));
    });
  });
}

const wrongAnswer = (status: number, reason: string): HttpFailure => ({
  ...{ kind: 'failure', reason, isLost: false, retryAfter: WRONG_ANSWER_MS, status },
});

function redirectReason(base: URL, location: string | undefined): string {
  const target = location === undefined ? 'elsewhere' : `to ${shorten(location)}`;
  return `${base.host} redirects ${target}, and redirects are not followed: set the url to the address of the API itself`;
}

function readAnswer(
  { base, now }: Calls,
  { headers }: IncomingMessage,
  status: number,
  bytes: Buffer,
): HttpAnswer | HttpFailure {
  const retryAfter = readRetryAfter(headers['retry-after'], now());
  const text = bytes.toString('utf8');
  const body = readObject(text);
  if (body !== undefined) return { kind: 'answer', status, body, ...(retryAfter !== undefined && { retryAfter }) };
  const { 'content-type': type = 'no type' } = headers;
  const got = `status ${status}, ${shorten(type)}: ${JSON.stringify(shorten(text.trim()))}`;
  const failure = wrongAnswer(status, `${base.host} did not answer as the API does, in JSON (${got}): check the url`);
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
