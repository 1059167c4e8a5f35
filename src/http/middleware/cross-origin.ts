import cors from '@koa/cors';
import type { Middleware } from 'koa';

const ONE_HOUR_S = 3600;

/** Allows pages of these origins to call the API; without it, browsers block the pages of all other sites. */
export const createCrossOrigin = (origins: readonly string[]): Middleware =>
  cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowHeaders: ['Authorization', 'Content-Type', 'Last-Event-ID'],
    exposeHeaders: ['X-Request-Id', 'Link', 'Retry-After'],
    maxAge: ONE_HOUR_S,
  });
