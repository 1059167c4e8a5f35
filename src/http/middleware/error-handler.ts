import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, statusOf, WaypostError, type Failure } from '../../errors.js';
import type { Logger } from '../../logger.js';

const RETRY_STORE_S = 5;

/** The one place that decides what a client gets to see of a failure. */
export function createErrorHandler(logger: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = randomUUID();
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
      if (ctx.body !== undefined) return;
      // The router names the methods of a path that is known; where there is none it may still say 501 to the method.
      const isKnownPath = Boolean(ctx.res.getHeader('Allow'));
      if (!isKnownPath) ctx.remove('Allow');
      sendFailure(
        ctx,
        isKnownPath
          ? failure('method_not_allowed', `not with ${ctx.method}`)
          : failure('not_found', 'there is nothing here'),
      );
    } catch (error) {
      const shown = publicFailureOf(error);
      if (shown.code === 'internal')
        logger.error({ requestId, err: error, method: ctx.method, path: ctx.path }, 'a request failed');
      sendFailure(ctx, shown);
    }
  };
}

/** The counts of the caller's calls, which stand in every envelope once it is known who calls. */
export const usageCountsOf = (ctx: Context): object => (ctx.state as { counts?: object }).counts ?? {};

/** The envelope of a failure. */
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
  // The rest of the body is not read: nothing sensible could follow on this connection.
  if (status === 413) ctx.set('Connection', 'close');
}

/** What a thrown thing comes down to for a client: a body that could not be read is his fault, all else is ours. */
function publicFailureOf(error: unknown): Failure {
  if (error instanceof WaypostError) return failure(error.code, error.message);
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return failure('payload_too_large', 'the body is too large');
  if (status === 415) return failure('unsupported_media_type', messageOf(error));
  if (status === 400)
    return failure('validation_failed', `the body can not be read: ${withoutQuote(messageOf(error))}`);
  return failure('internal', 'the gateway failed; the request id is in its log');
}

/** What JSON.parse has to say without the part of the text that it quotes: there may be a key in it. */
const withoutQuote = (message: string): string => message.replace(/, (?:\.\.\.)?".*$/s, '');
