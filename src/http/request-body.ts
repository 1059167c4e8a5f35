import bodyParser from 'koa-bodyparser';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, success, WaypostError, type Result } from '../errors.js';
import type { Refusals } from '../services/system/refusals.js';
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
  /** Has to be called when the body is not needed any more. */
  readonly release: (ctx: Context) => void;
};

const JSON_TYPES = ['application/json', 'application/json-patch+json', 'application/merge-patch+json'];
const RETRY_S = 1;

export function createBodyReader({ bodyLimit, budget, refusals }: BodyReaderOptions): BodyReader {
  const parsers = new Map<number, Middleware>();
  const held = new WeakMap<Context, Reservation>();

  function parserFor(limit: number): Middleware {
    let parse = parsers.get(limit);
    if (parse === undefined) {
      parse = bodyParser({ enableTypes: ['json'], jsonLimit: `${limit}b`, extendTypes: { json: JSON_TYPES } });
      parsers.set(limit, parse);
    }
    return parse;
  }

  /** Whether there is room for a body whose text has up to `bytes`. */
  function reserve(ctx: Context, bytes: number): boolean {
    if (bytes <= UNCOUNTED_BYTES) return true;
    const reservation = budget.reserve(ownersOf(ctx), bytes);
    if (reservation !== undefined) held.set(ctx, reservation);
    return reservation !== undefined;
  }

  return {
    async read({ bodyOptional, plainBodyBytes }, ctx) {
      if (bodyOptional === true && ctx.request.length === 0) return success({});
      assertJson(ctx);
      if (plainBodyBytes !== undefined && isEncoded(ctx)) {
        return failure('unsupported_media_type', 'the body of this call must not be compressed: omit Content-Encoding');
      }
      const limit = Math.min(bodyLimit, plainBodyBytes ?? bodyLimit);
      if (!reserve(ctx, maxTextBytesOf(ctx, limit))) {
        refusals.note('body_budget', { from: ctx.ip, userId: userIdOf(ctx) });
        const message = 'the gateway is reading too many large bodies: send it again later, or in smaller parts';
        return { ...failure('store_unavailable', message), retryAfter: RETRY_S };
      }
      await parse(parserFor(limit), ctx);
      const { body, rawBody } = ctx.request as { readonly body: unknown; readonly rawBody?: string };
      held.get(ctx)?.shrink(rawBody?.length ?? 0);
      // The text of the body, which its value replaces.
      ctx.request.rawBody = '';
      return success(body);
    },
    release(ctx) {
      held.get(ctx)?.release();
    },
  };
}

const userIdOf = ({ state }: Context): string => (state as { readonly userId?: string }).userId ?? '';
const isEncoded = (ctx: Context): boolean => !['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase());

/** What a body may have once it is unpacked. */
const maxTextBytesOf = (ctx: Context, limit: number): number =>
  isEncoded(ctx) || ctx.get('Content-Length') === '' ? limit : Math.min(limit, ctx.request.length);

async function parse(parser: Middleware, ctx: Context): Promise<void> {
  try {
    await parser(ctx, () => Promise.resolve());
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    // Errors of decompression have no status.
    throw new WaypostError('validation_failed', `the body cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Accepts only JSON in UTF-8: the parser would take any other body for an empty one. */
function assertJson(ctx: Context): void {
  const charset = ctx.request.charset.toLowerCase();
  if (ctx.is(JSON_TYPES) === false || (charset !== '' && charset !== 'utf-8')) {
    throw new WaypostError('unsupported_media_type', 'the body must be application/json in UTF-8');
  }
}
