import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, success, type Failure, type Result } from '../errors.js';
import type { Refusals } from '../services/system/refusals.js';
import { checkBody, readJson, unreadable } from './body-guard.js';
import { UNCOUNTED_BYTES } from './budgets.js';
import type { ByteBudget, Reservation } from './byte-budget.js';
import { ownersOf } from './owners.js';
import type { Route } from './route.js';

export type BodyReaderOptions = {
  /** of the configuration; a route may have a smaller one */
  readonly bodyLimit: number;
  readonly budget: Pick<ByteBudget, 'reserve'>;
  readonly refusals: Pick<Refusals, 'note'>;
};

export type BodyReader = {
  /** Reads the body of a request whose caller is known. */
  readonly read: (route: Route, ctx: Context) => Promise<Result<unknown>>;
  /** Reads a body of bytes, of at most `bodyLimit`. */
  readonly readBytes: (ctx: Context) => Promise<Result<Buffer>>;
  /** Has to be called when the body is not needed any more. */
  readonly release: (ctx: Context) => void;
};

const JSON_TYPES = ['application/json', 'application/json-patch+json', 'application/merge-patch+json'];
/** What nearly all clients send: it needs no parsing. */
const USUAL_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
type FileTypes = NonNullable<Route['fileTypes']>;
const NO_FILES: FileTypes = { json: [], text: [] };
const BYTES_TYPE = 'application/octet-stream';
const RETRY_S = 1;

export function createBodyReader({ bodyLimit, budget, refusals }: BodyReaderOptions): BodyReader {
  const parsers = new Map<string, Promise<Middleware>>();
  const held = new WeakMap<Context, Reservation>();

  function parserFor(limit: number, files: FileTypes): Promise<Middleware> {
    const key = [limit, ...files.json, ...files.text].join();
    let parser = parsers.get(key);
    if (parser === undefined) {
      parser = createParser(limit, files);
      parsers.set(key, parser);
    }
    return parser;
  }

  /** Takes room for a body whose text has up to `bytes`; the failure if there is none. */
  function reserve(ctx: Context, bytes: number): Failure | undefined {
    if (bytes <= UNCOUNTED_BYTES) return undefined;
    const reservation = budget.reserve(ownersOf(ctx), bytes);
    if (reservation !== undefined) {
      held.set(ctx, reservation);
      return undefined;
    }
    refusals.note('body_budget', { from: ctx.ip, userId: userIdOf(ctx) });
    const message = 'the gateway is reading too many large bodies: send it again later, or in smaller parts';
    return { ...failure('store_unavailable', message), retryAfter: RETRY_S };
  }

  return {
    async read({ bodyOptional, plainBodyBytes, fileTypes = NO_FILES }, ctx) {
      const { req } = ctx;
      // Chunks have no length before the last one.
      const length = req.headers['content-length'] === undefined ? undefined : Number(req.headers['content-length']);
      if (bodyOptional === true && length === 0) return success({});
      const isText = isOneOf(ctx, fileTypes.text);
      if (!isText && !isJson(ctx, fileTypes.json)) return failure('unsupported_media_type', typesRefusal(fileTypes));
      const isPacked = isEncoded(ctx);
      if (plainBodyBytes !== undefined && isPacked) {
        return failure('unsupported_media_type', 'the body of this call must not be compressed: omit Content-Encoding');
      }
      const limit = Math.min(bodyLimit, plainBodyBytes ?? bodyLimit);
      const plainBytes = isPacked ? undefined : length;
      if (plainBytes !== undefined && plainBytes > limit) return tooLarge(limit);
      const refused = reserve(ctx, plainBytes ?? limit);
      if (refused !== undefined) return refused;
      if (plainBytes === undefined) return readWith(await parserFor(limit, fileTypes), ctx, limit);
      return readPlain(ctx, plainBytes, isText);
    },
    async readBytes(ctx) {
      const { 'content-length': header } = ctx.req.headers;
      if (ctx.is(BYTES_TYPE) === false || isEncoded(ctx))
        return failure('unsupported_media_type', `the body must be ${BYTES_TYPE}, not compressed`);
      if (header === undefined) return failure('validation_failed', 'the body must have a Content-Length');
      const length = Number(header);
      if (length > bodyLimit) return tooLarge(bodyLimit);
      const refused = reserve(ctx, length);
      if (refused !== undefined) return refused;
      const bytes = await readAll(ctx.req, length);
      return bytes === undefined ? unreadable('the connection was closed') : success(bytes);
    },
    release(ctx) {
      held.get(ctx)?.release();
    },
  };

  /** A body of known length that is not compressed: nearly all of them, and the parser's many layers would take most of the time. */
  async function readPlain(ctx: Context, length: number, isText: boolean): Promise<Result<unknown>> {
    const bytes = await readAll(ctx.req, length);
    if (bytes === undefined) return unreadable('the connection was closed');
    const text = bytes.toString();
    held.get(ctx)?.shrink(text.length);
    return isText ? success(text) : readJson(text);
  }

  /** Any other body: in chunks, or compressed. */
  async function readWith(parse: Middleware, ctx: Context, limit: number): Promise<Result<unknown>> {
    try {
      await parse(ctx, () => Promise.resolve());
    } catch (error) {
      return parserFailureOf(error, limit);
    }
    const { body, rawBody = '' } = ctx.request as { readonly body: object | string; readonly rawBody?: string };
    held.get(ctx)?.shrink(rawBody.length);
    // The text of the body, which its value replaces.
    ctx.request.rawBody = '';
    return typeof body === 'string' ? success(body) : (checkBody(body, rawBody) ?? success(body));
  }
}

/** Loaded with the first body that needs it: with its encodings it takes more memory than the rest of HTTP. */
async function createParser(limit: number, { json, text }: FileTypes): Promise<Middleware> {
  const { default: bodyParser } = await import('koa-bodyparser');
  return bodyParser({
    enableTypes: ['json', 'text'],
    ...{ jsonLimit: `${limit}b`, textLimit: `${limit}b` },
    extendTypes: { json: [...JSON_TYPES, ...json], text: [...text] },
  });
}

/** The `length` bytes of a body; undefined if the connection was closed before its end. */
function readAll(req: IncomingMessage, length: number): Promise<Buffer | undefined> {
  if (req.destroyed) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    let bytes: Buffer | undefined;
    let received = 0;
    req.on('data', (piece: Buffer) => {
      // Nearly all bodies arrive in one piece. The pieces are not collected: each takes more memory than a few bytes.
      if (piece.length === length) bytes = piece;
      else piece.copy((bytes ??= Buffer.allocUnsafe(length)), received);
      received += piece.length;
    });
    req.on('end', () => {
      resolve(bytes?.subarray(0, received) ?? Buffer.alloc(0));
    });
    req.on('close', () => {
      resolve(undefined);
    });
  });
}

const tooLarge = (limit: number): Failure =>
  failure('payload_too_large', `the body is too large: at most ${limit} bytes`);

/** Errors of decompression have no status; those of the parser have the status that a client gets. */
function parserFailureOf(error: unknown, limit: number): Failure {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return tooLarge(limit);
  return status === 415 ? failure('unsupported_media_type', messageOf(error)) : unreadable(messageOf(error));
}

const userIdOf = ({ state }: Context): string => (state as { readonly userId?: string }).userId ?? '';

function isEncoded({ req }: Context): boolean {
  const { 'content-encoding': encoding = '' } = req.headers;
  return encoding !== '' && encoding.toLowerCase() !== 'identity';
}

const typesRefusal = ({ json, text }: FileTypes): string =>
  `the body must be ${['application/json', ...json, ...text].join(' or ')} in UTF-8`;

const isUtf8 = ({ request }: Context): boolean => ['', 'utf-8'].includes(request.charset.toLowerCase());

const isOneOf = (ctx: Context, types: readonly string[]): boolean =>
  types.length > 0 && typeof ctx.is([...types]) === 'string' && isUtf8(ctx);

/** JSON in UTF-8: the parser would take any other body for an empty one. */
function isJson(ctx: Context, types: readonly string[]): boolean {
  if (USUAL_TYPE.test(ctx.req.headers['content-type'] ?? '')) return true;
  return ctx.is([...JSON_TYPES, ...types]) !== false && isUtf8(ctx);
}
