import type { Context, Middleware } from 'koa';
import type { Logger } from '../../logger.js';
import { createLogRateLimit } from './log-rate-limit.js';

/** Who is refused may come again and again: these are told to the operator, but only so many a minute. */
const REFUSAL_STATUSES = [401, 403, 429];
const MAX_REFUSALS_PER_MINUTE = 20;
const MAX_PATH_LENGTH = 256;

/**
 * One line a request. Of what the client sent it has the method and the path alone: keys, passwords and tokens stand in
 * bodies, headers and queries.
 */
export function createRequestLog(logger: Logger, monotonic: () => number): Middleware {
  const admit = createLogRateLimit(monotonic, MAX_REFUSALS_PER_MINUTE);
  return async (ctx, next) => {
    const startedAt = monotonic();
    await next();
    const line = lineOf(ctx, monotonic() - startedAt);
    const suppressed = REFUSAL_STATUSES.includes(ctx.status) ? admit() : undefined;
    if (suppressed === undefined) logger.debug(line, 'request');
    else logger.warn({ ...line, suppressed }, 'a request was refused');
  };
}

function lineOf(ctx: Context, ms: number): object {
  const { userId } = ctx.state as { userId?: string };
  return {
    requestId: ctx.response.get('X-Request-Id') || undefined,
    method: ctx.method,
    path: ctx.path.slice(0, MAX_PATH_LENGTH),
    status: ctx.status,
    ms: Math.round(ms * 10) / 10,
    from: ctx.ip,
    userId,
  };
}
