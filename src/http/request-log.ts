import type { Context, Middleware } from 'koa';
import type { Logger } from '../logger.js';
import { createSparing } from './sparing.js';

/** Who is refused may come again and again: these are told to the operator, but only so many a minute. */
const REFUSALS = [401, 403, 429];
const MOST_REFUSALS = 20;
const LONGEST_PATH = 256;

/**
 * One line a request. Of what the client sent it has the method and the path alone: keys, passwords and tokens stand in
 * bodies, headers and queries.
 */
export function createRequestLog(logger: Logger, monotonic: () => number): Middleware {
  const spare = createSparing(monotonic, MOST_REFUSALS);
  return async (ctx, next) => {
    const begin = monotonic();
    await next();
    const line = lineOf(ctx, monotonic() - begin);
    const suppressed = REFUSALS.includes(ctx.status) ? spare() : undefined;
    if (suppressed === undefined) logger.debug(line, 'request');
    else logger.warn({ ...line, suppressed }, 'a request was refused');
  };
}

function lineOf(ctx: Context, ms: number): object {
  const { userId } = ctx.state as { userId?: string };
  return {
    requestId: ctx.response.get('X-Request-Id') || undefined,
    method: ctx.method,
    path: ctx.path.slice(0, LONGEST_PATH),
    status: ctx.status,
    ms: Math.round(ms * 10) / 10,
    from: ctx.ip,
    userId,
  };
}
