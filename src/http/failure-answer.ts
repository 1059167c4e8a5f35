import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { failureIn, statusOf, WaypostError, type Failure } from '../errors.js';
import { sendJson, usageCountsOf } from './json-answer.js';
import { requestErrors } from './messages.js';

/** The only place that decides what a client sees of a failure. */

/** `Retry-After` while the store cannot write. */
const RETRY_STORE_S = 5;

/** Names the request in its answer and in the log; only a failure needs it. */
export function requestIdOf({ state }: Context): string {
  const known = state as { requestId?: string };
  return (known.requestId ??= randomUUID());
}

/** Responds with the envelope of a failure. */
export function sendFailure(ctx: Context, reason: Failure): void {
  const { code, message: error, data, field, retryAfter, bytes } = reason;
  const status = statusOf(code);
  const requestId = requestIdOf(ctx);
  const headers = ['X-Request-Id', requestId];
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer');
  const wait = retryAfter ?? (status === 503 ? RETRY_STORE_S : undefined);
  if (wait !== undefined) headers.push('Retry-After', String(wait));
  if (bytes !== undefined) headers.push('Content-Range', `bytes */${bytes}`);
  if (status === 413) headers.push(...closeAfter(ctx));
  // Without data or a field, JSON has no member for it.
  const body = { success: false, error, code, requestId, message: data, field, ...usageCountsOf(ctx) };
  sendJson(ctx, status, JSON.stringify(body), headers);
}

/** The rest of the body is not read, so no request can follow on this connection. Returns the header for it. */
function closeAfter({ req, res }: Context): readonly string[] {
  const { socket } = req;
  // Before Node's own listener, which would end its side, and read and drop what the client sends meanwhile.
  res.prependOnceListener('finish', () => void socket.destroy());
  return ['Connection', 'close'];
}

/** What a client may see of a thrown value: everything but an expected error is internal. */
export function publicFailureOf(error: unknown): Failure {
  return error instanceof WaypostError ? failureIn(error) : requestErrors.internal();
}
