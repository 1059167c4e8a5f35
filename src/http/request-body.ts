import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { messageOf, success, type Failure, type Result } from '../errors.js';
import { withRetry } from '../messages/failure.js';
import type { Refusals } from '../services/system/refusals.js';
import { readJsonBytes, unreadable } from './body-guard.js';
import { UNCOUNTED_BYTES } from './budgets.js';
import type { ByteBudget, Reservation } from './byte-budget.js';
import { ownersOf } from './owners.js';
import { contentTypeOf, isJsonType, refuseType } from './content-type.js';
import { bodyErrors } from './messages.js';
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

type FileTypes = NonNullable<Route['fileTypes']>;
const NO_FILES: FileTypes = { json: [], bytes: [] };
const BYTES_TYPE = 'application/octet-stream';
const RETRY_S = 1;

export function createBodyReader({ bodyLimit, budget, refusals }: BodyReaderOptions): BodyReader {
  const parsers = new Map<number, Promise<Middleware>>();
  const held = new WeakMap<Context, Reservation>();

  function parserFor(limit: number): Promise<Middleware> {
    const parser = parsers.get(limit) ?? createParser(limit);
    parsers.set(limit, parser);
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
    return withRetry(bodyErrors.budget(), RETRY_S);
  }

  return {
    async read({ bodyOptional, plainBodyBytes, fileTypes = NO_FILES }, ctx) {
      const { req } = ctx;
      // Chunks have no length before the last one.
      const length = req.headers['content-length'] === undefined ? undefined : Number(req.headers['content-length']);
      if (bodyOptional === true && length === 0) return success({});
      const type = contentTypeOf(req.headers['content-type'] ?? '');
      const isFile = fileTypes.bytes.includes(type.name);
      if (!(isFile || isJsonType(type.name, fileTypes.json)) || !type.isUtf8) return refuseType(type, fileTypes);
      const isPacked = isEncoded(ctx);
      if (plainBodyBytes !== undefined && isPacked) {
        return bodyErrors.compressed();
      }
      const limit = Math.min(bodyLimit, plainBodyBytes ?? bodyLimit);
      const plainBytes = isPacked ? undefined : length;
      if (plainBytes !== undefined && plainBytes > limit) return bodyErrors.tooLarge({ limit });
      const refused = reserve(ctx, plainBytes ?? limit);
      if (refused !== undefined) return refused;
      const bytes =
        plainBytes === undefined
          ? await readWith(await parserFor(limit), ctx, limit)
          : await readPlain(ctx.req, plainBytes);
      if (!bytes.ok) return bytes;
      held.get(ctx)?.shrink(bytes.value.length);
      return isFile ? bytes : readJsonBytes(bytes.value);
    },
    async readBytes(ctx) {
      const { 'content-length': header } = ctx.req.headers;
      if (contentTypeOf(ctx.req.headers['content-type'] ?? '').name !== BYTES_TYPE || isEncoded(ctx))
        return bodyErrors.bytesType({ type: BYTES_TYPE });
      if (header === undefined) return bodyErrors.noLength();
      const length = Number(header);
      if (length > bodyLimit) return bodyErrors.tooLarge({ limit: bodyLimit });
      const refused = reserve(ctx, length);
      if (refused !== undefined) return refused;
      return readPlain(ctx.req, length);
    },
    release(ctx) {
      held.get(ctx)?.release();
    },
  };
}

/** A body of known length that is not compressed: nearly all of them, and the parser's many layers would take most of the time. */
async function readPlain(req: IncomingMessage, length: number): Promise<Result<Buffer>> {
  const bytes = await readAll(req, length);
  return bytes === undefined ? unreadable('the connection was closed') : success(bytes);
}

/** Any other body: in chunks, or compressed. */
async function readWith(parse: Middleware, ctx: Context, limit: number): Promise<Result<Buffer>> {
  // The type has been checked; the parser has rules of its own for it.
  ctx.req.headers['content-type'] = 'text/plain';
  try {
    await parse(ctx, () => Promise.resolve());
  } catch (error) {
    return parserFailureOf(error, limit);
  }
  const { body } = ctx.request as { readonly body: unknown };
  // Its bytes replace it.
  ctx.request.rawBody = '';
  return success(typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.alloc(0));
}

/**
 * Loaded with the first body that needs it: with its encodings it takes more memory than the rest of HTTP. Each character
 * of its text is one byte, so that a body that is not UTF-8 is seen.
 */
async function createParser(limit: number): Promise<Middleware> {
  const { default: bodyParser } = await import('koa-bodyparser');
  // Its types do not have the encoding.
  const options = { enableTypes: ['text'], textLimit: `${limit}b`, encoding: 'latin1' };
  return bodyParser(options);
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

/** Errors of decompression have no status; those of the parser have the status that a client gets. */
function parserFailureOf(error: unknown, limit: number): Failure {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return bodyErrors.tooLarge({ limit });
  return status === 415 ? bodyErrors.encoding({ detail: messageOf(error) }) : unreadable(messageOf(error));
}

const userIdOf = ({ state }: Context): string => (state as { readonly userId?: string }).userId ?? '';

function isEncoded({ req }: Context): boolean {
  const { 'content-encoding': encoding = '' } = req.headers;
  return encoding !== '' && encoding.toLowerCase() !== 'identity';
}
