import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errnoOf, messageOf } from '../../errors.js';
import type { Timers } from '../../time/clock.js';

export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The status of the receiver, or why none arrived. `retryAfter`: seconds that it asks to wait. */
export type WebhookAnswer =
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly status: null; readonly code: string; readonly message: string };

/** A request under way; `cancel` settles it at once. */
export type PendingPost = { readonly answer: Promise<WebhookAnswer>; readonly cancel: (reason: string) => void };

/** For the name, the connection, the request and the status together. */
const TIMEOUT_MS = 10_000;
/** The body of the answer is not used; more than this closes the connection. */
const MAX_ANSWER_BYTES = 65_536;
/** An answer with longer headers is an error. */
const MAX_HEADER_BYTES = 16_384;

/** Sends one request. Follows no redirect and never rejects; the connection is closed afterwards. */
export function post({ url, headers, body }: WebhookRequest, timers: Pick<Timers, 'after'>): PendingPost {
  let settle: (answer: WebhookAnswer) => void = () => undefined;
  const answer = new Promise<WebhookAnswer>((resolve) => {
    settle = resolve;
  });
  const request = open(url, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  const fail = (code: string, message: string): void => {
    settle({ status: null, code, message });
    request.destroy();
  };
  const cancelTimeout = timers.after(TIMEOUT_MS, () => {
    fail('TIMEOUT', `no answer within ${TIMEOUT_MS / 1000} s`);
  });
  request.on('response', (response) => {
    settle(answerOf(response));
    drain(response);
  });
  request.on('error', (error) => {
    fail(errnoOf(error) ?? 'ERROR', messageOf(error));
  });
  // Also after an answer that switches the protocol, which is none.
  request.on('close', () => {
    cancelTimeout();
    fail('CLOSED', 'the connection was closed without an answer');
  });
  request.end(body);
  return {
    answer,
    cancel(reason) {
      fail('CANCELED', reason);
    },
  };
}

function open(url: string, headers: Readonly<Record<string, string>>): ClientRequest {
  // A kept connection may be closed by the receiver just when the next alert is written to it.
  const options = { method: 'POST', headers, agent: false, maxHeaderSize: MAX_HEADER_BYTES } as const;
  return url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options);
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): WebhookAnswer {
  const seconds = headers['retry-after'];
  const isNumber = seconds !== undefined && /^\d{1,6}$/.test(seconds);
  return { status: statusCode, ...(isNumber && { retryAfter: Number(seconds) }) };
}

function drain(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  // The status counts: what happens to the rest of the answer does not matter.
  response.on('error', () => undefined);
}
