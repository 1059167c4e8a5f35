import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import { failure } from '../errors.js';
import type { Refusals } from '../services/system/refusals.js';
import { UNCOUNTED_BYTES } from './budgets.js';
import type { ByteBudget } from './byte-budget.js';
import { sendFailure, usageCountsOf } from './middleware/error-handler.js';
import { ownersOf } from './owners.js';
import type { PiecesResponse, RouteResponse, StreamResponse } from './route.js';
import { SLICE_BYTES, streamAll, streamSlices } from './static-files.js';

export type SenderOptions = {
  readonly budget: Pick<ByteBudget, 'reserve'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

const RETRY_S = 1;
const JSON_TYPE = 'application/json; charset=utf-8';

/** A response as a part of it is sent at a time. */
export type SlicedResponse = Omit<PiecesResponse, 'pieces'> & {
  readonly status: 200 | 201;
  readonly slices: readonly Buffer[];
};
export type EncodedResponse = RouteResponse | SlicedResponse;

/** Lists up to here are encoded at once. */
const MAX_ITEMS_AT_ONCE = 100;

/** Encodes a long list or file; other requests are answered in between. */
export async function encodeInSlices(ctx: Context, response: RouteResponse): Promise<EncodedResponse> {
  if ('pieces' in response) {
    const { pieces, ...rest } = response;
    return { ...rest, status: 200, slices: await sliceUp(ctx, pieces) };
  }
  if (!('body' in response) || !Object.values(response.body).some(isLong)) return response;
  const slices = await sliceUp(ctx, jsonPieces({ ...envelopeOf(ctx), ...response.body }));
  return { status: response.status ?? 200, contentType: JSON_TYPE, slices };
}

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > MAX_ITEMS_AT_ONCE;

/** What JSON.stringify makes of the object, long lists item by item. */
function* jsonPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isLong(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield '}';
}

function* listPieces(items: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield ']';
}

async function sliceUp(ctx: Context, pieces: Iterable<string>): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < SLICE_BYTES) continue;
    slices.push(Buffer.from(text));
    text = '';
    await nextTurn();
    // The rest has no receiver.
    if (ctx.req.socket.destroyed) break;
  }
  slices.push(Buffer.from(text));
  return slices;
}

/** Turns the response of a route into that of the framework. What is not sent yet has a budget. */
export function createSender(options: SenderOptions): (ctx: Context, response: EncodedResponse) => void {
  return (ctx, response) => {
    if ('pieces' in response) throw new Error('the route takes no turn');
    if ('slices' in response) {
      sendSlices(options, ctx, response);
      return;
    }
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
    ctx.set('Content-Type', JSON_TYPE);
    sendText(options, ctx, JSON.stringify({ ...envelopeOf(ctx), ...response.body }));
  };
}

function envelopeOf(ctx: Context): object {
  const { ignored } = ctx.state as { readonly ignored?: readonly string[] };
  return { success: true, error: null, ...usageCountsOf(ctx), ...(ignored && { ignored }) };
}

function sendSlices(
  options: SenderOptions,
  ctx: Context,
  { status, slices, contentType, headers }: SlicedResponse,
): void {
  const bytes = slices.reduce((sum, { length }) => sum + length, 0);
  if (!reserve(options, ctx, bytes)) return;
  ctx.status = status;
  ctx.set({ ...headers, 'Content-Type': contentType });
  ctx.length = bytes;
  ctx.body = streamAll(slices);
}

function sendText(options: SenderOptions, ctx: Context, text: string): void {
  if (reserve(options, ctx, text.length)) ctx.body = text;
}

/** The answer is in memory until the client has taken it; false: there is no room, and a failure was sent. */
function reserve({ budget, refusals }: SenderOptions, ctx: Context, bytes: number): boolean {
  if (bytes <= UNCOUNTED_BYTES || ctx.method === 'HEAD') return true;
  const { res } = ctx;
  const reservation = budget.reserve(ownersOf(ctx), bytes, () => {
    res.destroy();
  });
  if (reservation === undefined) {
    refusals.note('answer_budget', { from: ctx.ip });
    ctx.remove('Content-Disposition');
    const message = 'the gateway holds too many large answers that are not read yet: ask again later, or for less';
    sendFailure(ctx, { ...failure('store_unavailable', message), retryAfter: RETRY_S });
    return false;
  }
  res.once('close', reservation.release);
  return true;
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
