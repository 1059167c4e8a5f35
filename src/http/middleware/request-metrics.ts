import type { Middleware } from 'koa';
import type { RequestSample } from '../../services/system/metrics.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Reports the duration of each request. `monotonic`: ms of a clock that is never stepped. */
export function createRequestMetrics(onRequest: (request: RequestSample) => void, monotonic: () => number): Middleware {
  return async (ctx, next) => {
    const startedAt = monotonic();
    await next();
    // Labels hold no path and no method chosen by the client: their number would have no bound.
    const { route } = ctx.state as { route?: string };
    onRequest({
      method: METHODS.has(ctx.method) ? ctx.method : 'other',
      route: route ?? 'none',
      status: ctx.status,
      seconds: (monotonic() - startedAt) / 1000,
    });
  };
}
