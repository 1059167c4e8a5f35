import type { Context } from 'koa';
import { failure } from '../errors.js';
import type { Refusals } from '../services/system/refusals.js';
import { UNCOUNTED_BYTES } from './budgets.js';
import type { ByteBudget } from './byte-budget.js';
import { sendFailure, usageCountsOf } from './middleware/error-handler.js';
import { ownersOf } from './owners.js';
import type { RouteResponse, StreamResponse } from './route.js';
import { SLICE_BYTES, streamSlices } from './static-files.js';

export type SenderOptions = {
  readonly budget: Pick<ByteBudget, 'reserve'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

const RETRY_S = 1;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Turns the response of a route into that of the framework. What is not sent yet has a budget. */
export function createSender(options: SenderOptions): (ctx: Context, response: RouteResponse) => void {
  return (ctx, response) => {
    if ('text' in response || 'bytes' in response) {
      ctx.status = 200;
      ctx.set({ ...response.headers });
      ctx.type = response.contentType;
      // The client has this version: its `If-None-Match` equals the ETag.
      if (ctx.fresh) {
        ctx.status = 304;
        ctx.body = null;
      } else if ('text' in response) sendText(options, ctx, response.text);
      else sendBytes(ctx, response.bytes);
      return;
    }
    if ('stream' in response) {
      sendStream(ctx, response);
      return;
    }
    ctx.status = response.status ?? 200;
    const { ignored } = ctx.state as { readonly ignored?: readonly string[] };
    const envelope = { success: true, error: null, ...usageCountsOf(ctx), ...(ignored && { ignored }) };
    ctx.set('Content-Type', JSON_TYPE);
    sendText(options, ctx, JSON.stringify({ ...envelope, ...response.body }));
  };
}

/** The text is in memory until the client has taken it. */
function sendText({ budget, refusals }: SenderOptions, ctx: Context, text: string): void {
  if (text.length > UNCOUNTED_BYTES && ctx.method !== 'HEAD') {
    const { res } = ctx;
    const reservation = budget.reserve(ownersOf(ctx), text.length, () => {
      res.destroy();
    });
    if (reservation === undefined) {
      refusals.note('answer_budget', { from: ctx.ip });
      ctx.remove('Content-Disposition');
      const message = 'the gateway holds too many large answers that are not read yet: ask again later, or for less';
      sendFailure(ctx, { ...failure('store_unavailable', message), retryAfter: RETRY_S });
      return;
    }
    res.once('close', reservation.release);
  }
  ctx.body = text;
}

/** The bytes of a file are shared by all clients, so they are not counted. */
function sendBytes(ctx: Context, bytes: Buffer): void {
  ctx.length = bytes.length;
  ctx.body = bytes.length > SLICE_BYTES ? streamSlices(bytes) : bytes;
}

/** A client has to receive the end of a stream within this time. */
const STREAM_END_TIMEOUT_MS = 1_000;

function sendStream(ctx: Context, { status, stream, contentType, headers = {} }: StreamResponse): void {
  const { res } = ctx;
  // With a known length a client may be slow, as with any other response.
  if (!('Content-Length' in headers)) {
    stream.once('end', () => {
      const timer = setTimeout(() => res.destroy(), STREAM_END_TIMEOUT_MS);
      res.once('close', () => {
        clearTimeout(timer);
      });
    });
  }
  ctx.set({ ...headers, 'Content-Type': contentType });
  ctx.status = status ?? 200;
  ctx.body = stream;
  if (ctx.fresh) ctx.status = 304;
}
