import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, statusOf, WaypostError, type Failure } from '../../errors.js';
import type { Logger } from '../../logger.js';

/** `Retry-After` while the store cannot write. */
const RETRY_STORE_S = 5;

/** The only place that decides what a client sees of a failure. */
export function createErrorHandler(logger: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
      if (ctx.body !== undefined) return;
      // The router sets `Allow` for a known path. For an unknown path it may set 501 because of the method.
      const isKnownPath = Boolean(ctx.res.getHeader('Allow'));
      if (!isKnownPath) ctx.remove('Allow');
      sendFailure(
        ctx,
        isKnownPath
          ? failure('method_not_allowed', `method ${ctx.method} not allowed`)
          : failure('not_found', 'no such path'),
      );
    } catch (error) {
      const shown = publicFailureOf(error);
      if (shown.code === 'internal')
        logger.error({ requestId, err: error, method: ctx.method, path: ctx.path }, 'request failed');
      sendFailure(ctx, shown);
    }
  };
}

/** The user's API usage, which every envelope has once the user is known. */
export const usageCountsOf = (ctx: Context): object => (ctx.state as { counts?: object }).counts ?? {};

/** Responds with the envelope of a failure, before the error handler is reached. */
export function refuse(ctx: Context, reason: Failure): void {
  ctx.set('X-Request-Id', randomUUID());
  sendFailure(ctx, reason);
}

/** Responds with the envelope of a failure. */
export function sendFailure(ctx: Context, reason: Failure): void {
  const { code, message, retryAfter, bytes } = reason;
  const status = statusOf(code);
  ctx.status = status;
  ctx.body = {
    success: false,
    error: message,
    code,
    requestId: ctx.response.get('X-Request-Id'),
    ...usageCountsOf(ctx),
  };
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  const wait = retryAfter ?? (status === 503 ? RETRY_STORE_S : undefined);
  if (wait !== undefined) ctx.set('Retry-After', String(wait));
  if (bytes !== undefined) ctx.set('Content-Range', `bytes */${bytes}`);
  // The rest of the body is not read, so no request can follow on this connection.
  if (status === 413) ctx.set('Connection', 'close');
}

/** What a client may see of a thrown value: an unreadable body is an error of the client, all else is internal. */
function publicFailureOf(error: unknown): Failure {
  if (error instanceof WaypostError) {
    const { code, message, retryAfter } = error;
    return { ...failure(code, message), ...(retryAfter !== undefined && { retryAfter }) };
  }
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return failure('payload_too_large', tooLarge(error));
  if (status === 415) return failure('unsupported_media_type', messageOf(error));
  if (status === 400) return failure('validation_failed', `the body cannot be read: ${withoutQuote(messageOf(error))}`);
  return failure('internal', 'internal error: see the gateway log under the request id');
}

/** The parser names the limit that a body exceeds. */
const tooLarge = (error: unknown): string =>
  error instanceof Error && 'limit' in error && typeof error.limit === 'number'
    ? `the body is too large: at most ${error.limit} bytes`
    : 'the body is too large';

/** Removes the text that JSON.parse quotes in its message: it may contain a key. */
const withoutQuote = (message: string): string => message.replace(/, (?:\.\.\.)?".*$/s, '');
