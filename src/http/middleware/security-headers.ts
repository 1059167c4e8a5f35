import helmet from 'helmet';
import type { Middleware } from 'koa';

/**
 * The security headers of every response; the headers of a handler override them. `tls`: send HSTS, which a host that
 * serves plain http must not send.
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
    // Other ports and subdomains of the host may have no TLS.
    strictTransportSecurity: tls && { maxAge: 15_552_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Does not affect the allowed origins: they use CORS.
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return (ctx, next) => {
    set(ctx.req, ctx.res, () => undefined);
    ctx.set('Cache-Control', 'no-store');
    return next();
  };
}
