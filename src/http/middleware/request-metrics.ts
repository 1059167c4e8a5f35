import type { Middleware } from 'koa';
import type { RequestSample } from '../../services/system/metrics.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Tells how long each answer took. `monotonic`: ms that are never stepped. */
export function createRequestMetrics(onRequest: (request: RequestSample) => void, monotonic: () => number): Middleware {
  return async (ctx, next) => {
    const startedAt = monotonic();
    await next();
    // Neither a path nor a word of the client's choice becomes a label: there would be no end to them.
    const { route } = ctx.state as { route?: string };
    onRequest({
      method: METHODS.has(ctx.method) ? ctx.method : 'other',
      route: route ?? 'none',
      status: ctx.status,
      seconds: (monotonic() - startedAt) / 1000,
    });
  };
}
