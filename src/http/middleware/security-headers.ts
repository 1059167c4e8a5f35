import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Context } from 'koa';
import { HSTS_SECONDS } from '../json-answer.js';

/**
 * Sets the security headers of pages, files and streams; those that a handler has set stay. They are the same for every
 * request, so they are computed once. `tls`: send HSTS, which a host that serves plain http must not send.
 */
export function createSecurityHeaders(tls: boolean): (ctx: Context) => void {
  const headers = computeHeaders(tls);
  return ({ res }) => {
    if (res.headersSent) return;
    for (const [name, value] of headers) if (!res.hasHeader(name)) res.setHeader(name, value);
  };
}

function computeHeaders(tls: boolean): readonly (readonly [name: string, value: string])[] {
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
    strictTransportSecurity: tls && { maxAge: HSTS_SECONDS, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Does not affect the allowed origins: they use CORS.
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const headers: (readonly [string, string])[] = [['Cache-Control', 'no-store']];
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  set(request, response, () => undefined);
  return headers;
}
