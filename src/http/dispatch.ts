import bodyParser from 'koa-bodyparser';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, success, WaypostError, type Result } from '../errors.js';
import { hasPrivilege } from '../domain/accounts/scope.js';
import type { User } from '../schema/accounts/user.js';
import type { Validated } from '../schema/validator.js';
import type { ApiUsageCounter } from '../services/accounts/api-usage.js';
import { sendFailure, usageCountsOf } from './middleware/error-handler.js';
import { checkBody } from './body-guard.js';
import type { Route, RouteResponse, StreamResponse } from './route.js';
import type { Tokens } from './tokens.js';

export type DispatchOptions = {
  readonly tokens: Tokens;
  readonly usage: Pick<ApiUsageCounter, 'count'>;
  readonly bodyLimit: number;
};

const JSON_TYPES = ['application/json', 'application/json-patch+json', 'application/merge-patch+json'];

/** Turns a route into middleware that checks token, privilege, query and body before it calls the handler. */
export function createDispatch({ tokens, usage, bodyLimit }: DispatchOptions): (route: Route) => Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: `${bodyLimit}b`,
    extendTypes: { json: JSON_TYPES },
  });

  return (route) => async (ctx) => {
    ctx.state.route = route.path;
    const reply = await handle(route, ctx);
    if (!reply.ok) {
      sendFailure(ctx, reply);
      return;
    }
    send(ctx, reply.value);
  };

  /** Reads the body only after the token check. */
  async function handle(route: Route, ctx: Context): Promise<Result<RouteResponse>> {
    const caller = authenticate(route, ctx);
    if (!caller.ok) return caller;
    const query = route.query?.({ ...ctx.query }) ?? success(undefined);
    if (!query.ok) return failure(query.code, `query: ${query.message}`);
    if (route.body !== undefined) await readBody(route, ctx);
    const body: Validated<unknown> =
      route.body === undefined ? success(undefined) : (checkBody(ctx.request.body) ?? route.body(ctx.request.body));
    if (!body.ok) return body;
    ctx.state.ignored = body.ignored;
    const params = ctx.params as Record<string, string>;
    const request = {
      params,
      query: query.value,
      body: body.value,
      clientAddress: ctx.ip,
      languages: () => languagesOf(ctx),
      header: (name: string) => ctx.get(name),
      currentUser: () => currentUserOf(ctx),
    };
    return route.handle(request, caller.value);
  }

  /** The user of the token; undefined if the route needs none. The call counts for the user even if it is refused. */
  function authenticate({ access }: Route, ctx: Context): Result<User | undefined> {
    const authorization = ctx.get('Authorization');
    if (access === 'anyone' || (access === 'optional' && authorization === '')) return success(undefined);
    const found = tokens.userOf(authorization);
    if (!found.ok) return found;
    ctx.state.userId = found.value.id;
    ctx.state.counts = usage.count(found.value.id);
    if (access === 'user' || access === 'optional' || hasPrivilege(found.value, access)) return found;
    return failure('forbidden', `requires privilege ${access}`);
  }

  function currentUserOf(ctx: Context): User | undefined {
    const found = tokens.userOf(ctx.get('Authorization'));
    return found.ok ? found.value : undefined;
  }

  async function readBody({ bodyOptional }: Route, ctx: Context): Promise<void> {
    if (bodyOptional === true && ctx.request.length === 0) {
      ctx.request.body = {};
      return;
    }
    assertJson(ctx);
    try {
      await parse(ctx, () => Promise.resolve());
    } catch (error) {
      if (error instanceof Error && 'status' in error) throw error;
      // Errors of decompression have no status.
      throw new WaypostError('validation_failed', `the body cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }
}

function send(ctx: Context, response: RouteResponse): void {
  if ('text' in response || 'bytes' in response) {
    ctx.set({ ...response.headers });
    ctx.type = response.contentType;
    ctx.body = 'text' in response ? response.text : response.bytes;
    // The client has this version: its `If-None-Match` equals the ETag.
    if (ctx.fresh) ctx.status = 304;
    return;
  }
  if ('stream' in response) {
    sendStream(ctx, response);
    return;
  }
  ctx.status = response.status ?? 200;
  const ignored = ctx.state.ignored as readonly string[] | undefined;
  ctx.body = { success: true, error: null, ...usageCountsOf(ctx), ...(ignored && { ignored }), ...response.body };
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

/** The languages that the client accepts, the preferred first; `*` names none. */
function languagesOf(ctx: Context): string[] {
  const accepted = ctx.acceptsLanguages() as string[] | false;
  return accepted === false ? [] : accepted.filter((tag) => tag !== '*');
}

/** Accepts only JSON in UTF-8: the parser would take any other body for an empty one. */
function assertJson(ctx: Context): void {
  const charset = ctx.request.charset.toLowerCase();
  if (ctx.is(JSON_TYPES) === false || (charset !== '' && charset !== 'utf-8')) {
    throw new WaypostError('unsupported_media_type', 'the body must be application/json in UTF-8');
  }
}
