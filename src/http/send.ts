import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';

import type { Refusals } from '../services/system/refusals.js';
import { UNCOUNTED_BYTES } from './budgets.js';
import type { ByteBudget } from './byte-budget.js';
import { sendFailure } from './failure-answer.js';
import { openEnvelope, sendJson } from './json-answer.js';
import { requestErrors } from './messages.js';
import { withRetry } from '../messages/failure.js';
import { ownersOf } from './owners.js';
import type {
  FileResponse,
  JsonResponse,
  JsonTextResponse,
  PiecesResponse,
  RouteResponse,
  StreamResponse,
  TextResponse,
} from './route.js';
import { SLICE_BYTES, streamAll, streamSlices } from './static-files.js';

export type SenderOptions = {
  readonly budget: Pick<ByteBudget, 'reserve'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

const RETRY_S = 1;
const JSON_TYPE = 'application/json; charset=utf-8';

/** A response as a part of it is sent at a time. */
type SlicedResponse = Omit<PiecesResponse, 'pieces'> & {
  readonly status: 200 | 201;
  readonly slices: readonly Buffer[];
};
export type EncodedResponse = RouteResponse | SlicedResponse;

/** Lists up to here are encoded at once. */
const MAX_ITEMS_AT_ONCE = 100;
/** A response is encoded for this long per turn of the event loop. */
const MAX_TURN_MS = 4;

/** Encodes a long list or file; other requests are answered in between. `monotonic`: ms. */
export async function encodeInSlices(
  ctx: Context,
  response: RouteResponse,
  monotonic: () => number,
): Promise<EncodedResponse> {
  if ('pieces' in response) {
    const { pieces, ...rest } = response;
    return { ...rest, status: 200, slices: await sliceUp(ctx, pieces, monotonic) };
  }
  if (!('body' in response) || !Object.values(response.body).some((value) => isLong(value) || isMadeLater(value)))
    return response;
  const slices = await sliceUp(ctx, jsonPieces(openEnvelope(ctx), response.body), monotonic);
  return { status: response.status ?? 200, contentType: JSON_TYPE, slices };
}

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > MAX_ITEMS_AT_ONCE;

/** A list whose items are made one by one. */
const isMadeLater = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value);

/** The envelope with the fields of `body` as JSON.stringify writes them, long lists item by item. */
function* jsonPieces(envelope: string, body: Readonly<Record<string, unknown>>): Generator<string> {
  yield envelope;
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    yield `,${JSON.stringify(name)}:`;
    if (isLong(value) || isMadeLater(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield '}';
}

function* listPieces(items: Iterable<unknown>): Generator<string> {
  yield '[';
  let separator = '';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield ']';
}

async function sliceUp(ctx: Context, pieces: Iterable<string>, monotonic: () => number): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  let text = '';
  let begun = monotonic();
  for (const piece of pieces) {
    text += piece;
    if (text.length >= SLICE_BYTES) {
      slices.push(Buffer.from(text));
      text = '';
    }
    if (monotonic() - begun < MAX_TURN_MS) continue;
    await nextTurn();
    begun = monotonic();
    // The rest has no receiver.
    if (ctx.req.socket.destroyed) break;
  }
  slices.push(Buffer.from(text));
  return slices;
}

/** Sends the response of a route. What is not sent yet has a budget. */
export function createSender(options: SenderOptions): (ctx: Context, response: EncodedResponse) => void {
  return (ctx, response) => {
    if ('body' in response || 'fields' in response) {
      const text = closeEnvelope(openEnvelope(ctx), fieldsOf(response));
      if (reserve(options, ctx, text.length)) sendJson(ctx, response.status ?? 200, text);
    } else if ('slices' in response) sendSlices(options, ctx, response);
    else if ('stream' in response) sendStream(ctx, response);
    else if ('pieces' in response) throw new Error('the route takes no turn');
    else sendCacheable(options, ctx, response);
  };
}

/** The JSON text of the fields, without braces. */
const fieldsOf = (response: JsonResponse | JsonTextResponse): string =>
  'fields' in response ? response.fields : JSON.stringify(response.body).slice(1, -1);

const closeEnvelope = (envelope: string, fields: string): string =>
  fields === '' ? `${envelope}}` : `${envelope},${fields}}`;

function sendCacheable(options: SenderOptions, ctx: Context, response: TextResponse | FileResponse): void {
  if ('text' in response && !reserve(options, ctx, response.text.length)) return;
  ctx.status = 200;
  ctx.set({ ...response.headers });
  ctx.type = response.contentType;
  // The client has this version: its `If-None-Match` equals the ETag.
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  } else if ('text' in response) ctx.body = response.text;
  else sendBytes(ctx, response.bytes);
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

/** The answer is in memory until the client has taken it; false: there is no room, and a failure was sent. */
function reserve({ budget, refusals }: SenderOptions, ctx: Context, bytes: number): boolean {
  if (bytes <= UNCOUNTED_BYTES || ctx.method === 'HEAD') return true;
  const { res } = ctx;
  const reservation = budget.reserve(ownersOf(ctx), bytes, () => {
    res.destroy();
  });
  if (reservation === undefined) {
    refusals.note('answer_budget', { from: ctx.ip });
    sendFailure(ctx, withRetry(requestErrors.answerBudget(), RETRY_S));
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

function sendStream(ctx: Context, { status, stream, contentType, headers = {}, isFile }: StreamResponse): void {
  const { res } = ctx;
  // With a known length a client may be slow, as with any other response.
  if (isFile !== true && !('Content-Length' in headers)) {
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
