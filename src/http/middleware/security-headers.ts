import helmet from 'helmet';
import type { Middleware } from 'koa';

/**
 * What browsers are told of every answer; a handler's own headers go before these. `tls`: whether to come over TLS from
 * now on, which a host that answers on plain http must not ask for.
 */
export function createSecurityHeaders(tls: boolean): Middleware {
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    // Other ports of the host and names below it may have no TLS.
    strictTransportSecurity: tls && { maxAge: 15_552_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Origins that are allowed ask by CORS, which this does not stand in the way of.
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return (ctx, next) => {
    set(ctx.req, ctx.res, () => undefined);
    ctx.set('Cache-Control', 'no-store');
    return next();
  };
}
