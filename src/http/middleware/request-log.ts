import type { Context } from 'koa';
import { createLogRateLimit, type Logger } from '../../logger.js';

/** Logged as warnings, at a limited rate: a refused client may retry endlessly. */
const REFUSAL_STATUSES = [401, 403, 429];
const MAX_REFUSALS_PER_MINUTE = 20;
export const MAX_PATH_LENGTH = 256;

/**
 * One log line per request, with its method and path but nothing else from the client: bodies, headers and queries may
 * contain keys, passwords and tokens. `ms`: how long the request took.
 */
export function createRequestLog(logger: Logger, monotonic: () => number): (ctx: Context, ms: number) => void {
  const admitWarning = createLogRateLimit(monotonic, MAX_REFUSALS_PER_MINUTE);
  return (ctx, ms) => {
    const suppressed = REFUSAL_STATUSES.includes(ctx.res.statusCode) ? admitWarning() : undefined;
    if (suppressed !== undefined) logger.warn({ ...fieldsOf(ctx, ms), suppressed }, 'request refused');
    else if (logger.isLevelEnabled('debug')) logger.debug(fieldsOf(ctx, ms), 'request');
  };
}

function fieldsOf(ctx: Context, ms: number): object {
  const { requestId, userId, displayId } = ctx.state as { requestId?: string; userId?: string; displayId?: string };
  return {
    requestId,
    method: ctx.method,
    path: ctx.path.slice(0, MAX_PATH_LENGTH),
    status: ctx.status,
    ms: Math.round(ms * 10) / 10,
    from: ctx.ip,
    userId,
    displayId,
  };
}
