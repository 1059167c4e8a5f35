import type { Context, Middleware } from 'koa';
import type { Failure } from '../../errors.js';
import { createLogRateLimit, type Logger } from '../../logger.js';
import type { RequestSample } from '../../services/system/request-durations.js';
import { publicFailureOf, requestIdOf, sendFailure } from '../failure-answer.js';
import { isSent } from '../json-answer.js';
import { requestErrors } from '../messages.js';
import { createRequestLog, MAX_PATH_LENGTH } from './request-log.js';
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
  const logFailed = createFailureLog(logger, monotonic);
  const setSecurityHeaders = createSecurityHeaders(tls);

  function onThrown(ctx: Context, error: unknown): void {
    const shown = publicFailureOf(error);
    if (shown.code === 'internal') logFailed(ctx, error);
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
    onRequest({ ...labelsOf(ctx), status: ctx.res.statusCode, seconds: ms / 1000 });
    log(ctx, ms);
  };
}

/** Hold no path and no method chosen by the client: their number would have no bound. */
function labelsOf({ method, state }: Context): { readonly method: string; readonly route: string } {
  const { route = 'none' } = state as { route?: string };
  return { method: METHODS.has(method) ? method : 'other', route };
}

/** Logs what was not expected, with its stack: one line a minute of a route, since a client can repeat its request. */
function createFailureLog(logger: Logger, monotonic: () => number): (ctx: Context, error: unknown) => void {
  const limits = new Map<string, () => number | undefined>();
  return (ctx, error) => {
    const { method, route } = labelsOf(ctx);
    const admit = limits.get(`${method} ${route}`) ?? createLogRateLimit(monotonic, 1);
    limits.set(`${method} ${route}`, admit);
    const suppressed = admit();
    if (suppressed === undefined) return;
    const fields = { requestId: requestIdOf(ctx), err: error, method, path: ctx.path.slice(0, MAX_PATH_LENGTH) };
    logger.error({ ...fields, suppressed }, 'request failed');
  };
}

/** 204: the preflight of an allowed origin. */
const isAnswered = (ctx: Context): boolean => isSent(ctx) || ctx.body !== undefined || ctx.status === 204;

/** The router sets `Allow` for a known path. */
function noRoute(ctx: Context): Failure {
  if ((ctx.res.getHeader('Allow') ?? '') !== '') return requestErrors.methodNotAllowed({ method: ctx.method });
  ctx.remove('Allow');
  return requestErrors.noPath();
}
