import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, statusOf, WaypostError, type ErrorCode, type Failure } from '../errors.js';
import type { Logger } from '../logger.js';

/** Statuses that the framework sets by itself, and the word that belongs to them. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  501: 'method_not_allowed',
};

const RETRY_STORE_S = 5;

/** The one place that decides what a client gets to see of a failure. */
export function createBoundary(logger: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
      const code = codeByStatus[ctx.status];
      if (code !== undefined && ctx.body === undefined) {
        answerFailure(
          ctx,
          failure(code, ctx.status === 404 ? 'there is nothing here' : `not with ${ctx.method}`),
          requestId,
        );
      }
    } catch (error) {
      const seen = failureOf(error);
      if (seen.code === 'internal')
        logger.error({ requestId, err: error, method: ctx.method, path: ctx.path }, 'a request failed');
      answerFailure(ctx, seen, requestId);
    }
  };
}

/** The envelope of a failure. `usage` stands beside it on calls with a token. */
export function answerFailure(ctx: Context, reason: Failure, requestId: string, usage: object = {}): void {
  const { code, message, retryAfter } = reason;
  const status = statusOf(code);
  ctx.status = status;
  ctx.body = { success: false, error: message, code, requestId, ...usage };
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  const wait = retryAfter ?? (status === 503 ? RETRY_STORE_S : undefined);
  if (wait !== undefined) ctx.set('Retry-After', String(wait));
  // The rest of the body is not read: nothing sensible could follow on this connection.
  if (status === 413) ctx.set('Connection', 'close');
}

/** What a thrown thing comes down to for a client: a body that could not be read is his fault, all else is ours. */
function failureOf(error: unknown): Failure {
  if (error instanceof WaypostError) return failure(error.code, error.message);
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  const zlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (status === 413) return failure('payload_too_large', 'the body is too large');
  if (status === 415) return failure('unsupported_media_type', messageOf(error));
  if (status === 400 || zlib) return failure('validation_failed', `the body can not be read: ${messageOf(error)}`);
  return failure('internal', 'the gateway failed; the request id is in its log');
}
