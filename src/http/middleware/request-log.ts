import type { Context, Middleware } from 'koa';
import type { Logger } from '../../logger.js';
import { createLogRateLimit } from '../../services/system/log-rate-limit.js';

/** Logged as warnings, at a limited rate: a refused client may retry endlessly. */
const REFUSAL_STATUSES = [401, 403, 429];
const MAX_REFUSALS_PER_MINUTE = 20;
const MAX_PATH_LENGTH = 256;

/**
 * One log line per request, with its method and path but nothing else from the client: bodies, headers and queries may
 * contain keys, passwords and tokens.
 */
export function createRequestLog(logger: Logger, monotonic: () => number): Middleware {
  const admitWarning = createLogRateLimit(monotonic, MAX_REFUSALS_PER_MINUTE);
  return async (ctx, next) => {
    const startedAt = monotonic();
    await next();
    const fields = fieldsOf(ctx, monotonic() - startedAt);
    const suppressed = REFUSAL_STATUSES.includes(ctx.status) ? admitWarning() : undefined;
    if (suppressed === undefined) logger.debug(fields, 'request');
    else logger.warn({ ...fields, suppressed }, 'request refused');
  };
}

function fieldsOf(ctx: Context, ms: number): object {
  const { userId, displayId } = ctx.state as { userId?: string; displayId?: string };
  return {
    requestId: ctx.response.get('X-Request-Id') || undefined,
    method: ctx.method,
    path: ctx.path.slice(0, MAX_PATH_LENGTH),
    status: ctx.status,
    ms: Math.round(ms * 10) / 10,
    from: ctx.ip,
    userId,
    displayId,
  };
}
