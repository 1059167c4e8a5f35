import type { Context, Middleware } from 'koa';
import { failure, type Failure } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { RequestSample } from '../../services/system/request-durations.js';
import { publicFailureOf, requestIdOf, sendFailure } from '../failure-answer.js';
import { isSent } from '../json-answer.js';
import { createRequestLog } from './request-log.js';
import { createSecurityHeaders } from './security-headers.js';

export type RequestBoundaryOptions = {
  readonly logger: Logger;
  /** ms of a clock that is never set */
  readonly monotonic: () => number;
  readonly onRequest: (request: RequestSample) => void;
  readonly tls: boolean;
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Around everything that is done for a request: turns what is thrown into a failure, answers a path that no route has,
 * adds the security headers to what the framework sends, measures the request and logs it.
 */
export function createRequestBoundary({ logger, monotonic, onRequest, tls }: RequestBoundaryOptions): Middleware {
  const log = createRequestLog(logger, monotonic);
  const setSecurityHeaders = createSecurityHeaders(tls);

  function onThrown(ctx: Context, error: unknown): void {
    const shown = publicFailureOf(error);
    if (shown.code === 'internal') {
      const { method, path } = ctx;
      logger.error({ requestId: requestIdOf(ctx), err: error, method, path }, 'request failed');
    }
    if (!isSent(ctx)) sendFailure(ctx, shown);
  }

  return async (ctx, next) => {
    const startedAt = monotonic();
    try {
      await next();
      if (!isAnswered(ctx)) sendFailure(ctx, noRoute(ctx));
    } catch (error) {
      onThrown(ctx, error);
    }
    if (!isSent(ctx)) setSecurityHeaders(ctx);
    const ms = monotonic() - startedAt;
    // Labels hold no path and no method chosen by the client: their number would have no bound.
    const { route = 'none' } = ctx.state as { route?: string };
    const method = METHODS.has(ctx.method) ? ctx.method : 'other';
    onRequest({ method, route, status: ctx.res.statusCode, seconds: ms / 1000 });
    log(ctx, ms);
  };
}

/** 204: the preflight of an allowed origin. */
const isAnswered = (ctx: Context): boolean => isSent(ctx) || ctx.body !== undefined || ctx.status === 204;

/** The router sets `Allow` for a known path. */
function noRoute(ctx: Context): Failure {
  if ((ctx.res.getHeader('Allow') ?? '') !== '')
    return failure('method_not_allowed', `method ${ctx.method} not allowed`);
  ctx.remove('Allow');
  return failure('not_found', 'no such path');
}
