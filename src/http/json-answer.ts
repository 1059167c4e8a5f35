import { TLSSocket } from 'node:tls';
import type { Context } from 'koa';

/**
 * What a browser must not do with an answer of the API: guess its type, cache it, show it in a frame. It is data behind a
 * token, so the headers of pages (`security-headers`) would add nothing.
 */
const HEADERS: readonly string[] = [
  ...['Content-Type', 'application/json; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Content-Security-Policy', "frame-ancestors 'none'"],
];
/** Other ports and subdomains of the host may have no TLS. */
export const HSTS_SECONDS = 15_552_000;
const TLS_HEADERS = [...HEADERS, 'Strict-Transport-Security', `max-age=${HSTS_SECONDS}`];

/**
 * Sends JSON text at once: the framework sets headers one by one, which takes longer than all the rest of a short request.
 * `headers`: further ones, names and values in turn. Headers that were set on the response (CORS) are sent too.
 */
export function sendJson(ctx: Context, status: number, text: string, headers: readonly string[] = []): void {
  const { res } = ctx;
  const fixed = res.socket instanceof TLSSocket ? TLS_HEADERS : HEADERS;
  ctx.respond = false;
  const bytes = Buffer.byteLength(text);
  res.writeHead(status, [...fixed, 'Content-Length', String(bytes), ...headers]);
  // ASCII needs no conversion as latin1.
  res.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** Was the answer sent, so that nothing is left to the framework? */
export const isSent = (ctx: Context): boolean => ctx.respond === false;

/** What is known of a request that its answer shows. */
type EnvelopeState = {
  /** the user's API usage, once the user is known */
  readonly counts?: { readonly apiUsage: number; readonly apiDailyUsage: number };
  /** JSON pointers of unknown fields of the body */
  readonly ignored?: readonly string[];
};

/** The fields of every success: JSON text of an object without its last brace. */
export function openEnvelope(ctx: Context): string {
  const { counts, ignored } = ctx.state as EnvelopeState;
  const usage = counts === undefined ? '' : `,"apiUsage":${counts.apiUsage},"apiDailyUsage":${counts.apiDailyUsage}`;
  const names = ignored === undefined ? '' : `,"ignored":${JSON.stringify(ignored)}`;
  return `{"success":true,"error":null${usage}${names}`;
}

/** The user's API usage, which every envelope has once the user is known. */
export const usageCountsOf = (ctx: Context): object => (ctx.state as EnvelopeState).counts ?? {};
