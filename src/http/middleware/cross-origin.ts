import cors from '@koa/cors';
import type { Middleware } from 'koa';

const ONE_HOUR_S = 3600;

/** Lets pages of these origins call from a browser; without any, the browser keeps every other site's pages out. */
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
