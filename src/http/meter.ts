import type { Middleware } from 'koa';
import type { Served } from '../services/metrics.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Tells how long each answer took. `monotonic`: ms that are never stepped. */
export function createMeter(served: (request: Served) => void, monotonic: () => number): Middleware {
  return async (ctx, next) => {
    const begin = monotonic();
    await next();
    // Neither a path nor a word of the client's choice becomes a label: there would be no end to them.
    const { route } = ctx.state as { route?: string };
    served({
      method: METHODS.has(ctx.method) ? ctx.method : 'other',
      route: route ?? 'none',
      status: ctx.status,
      seconds: (monotonic() - begin) / 1000,
    });
  };
}
