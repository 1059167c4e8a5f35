import cors from '@koa/cors';
import type { Middleware } from 'koa';

const ONE_HOUR_S = 3600;

/** Allows pages of these origins to call the API; without any, browsers block the pages of all other sites. */
export function createCrossOrigin(origins: readonly string[]): Middleware {
  if (origins.length === 0) return (_ctx, next) => next();
  return cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowHeaders: ['Authorization', 'Content-Type', 'Last-Event-ID'],
    exposeHeaders: ['X-Request-Id', 'Link', 'Retry-After'],
    maxAge: ONE_HOUR_S,
  });
}
