import bodyParser from 'koa-bodyparser';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, success, WaypostError, type Result, type Success } from '../errors.js';
import { hasPrivilege, isDisplay } from '../domain/accounts/scope.js';
import type { User } from '../schema/accounts/user.js';
import type { Validated } from '../schema/validator.js';
import type { ApiUsageCounter } from '../services/accounts/api-usage.js';
import type { SignIns } from '../services/accounts/sign-in.js';
import { withCall } from '../services/edits.js';
import { readAuthorizationKey } from './authorization-key.js';
import { sendFailure, usageCountsOf } from './middleware/error-handler.js';
import { checkBody } from './body-guard.js';
import type { Route, RouteResponse, StreamResponse } from './route.js';
import { SLICE_BYTES, streamSlices } from './static-files.js';
import type { Tickets } from './tickets.js';
import type { Claims, Tokens } from './tokens.js';

export type DispatchOptions = {
  readonly tokens: Pick<Tokens, 'claimsOf' | 'userOf'>;
  readonly tickets: Pick<Tickets, 'redeem'>;
  readonly signIns: Pick<SignIns, 'withKey'>;
  readonly usage: Pick<ApiUsageCounter, 'count'>;
  readonly bodyLimit: number;
};

const JSON_TYPES = ['application/json', 'application/json-patch+json', 'application/merge-patch+json'];

/** Turns a route into middleware that checks token, privilege, query and body before it calls the handler. */
export function createDispatch(options: DispatchOptions): (route: Route) => Middleware {
  const { tokens, bodyLimit } = options;
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
    const caller =
      route.acceptsKey === true ? await authenticateByKey(options, route, ctx) : authenticate(options, route, ctx);
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
      acceptsEncoding: (encoding: string) => ctx.acceptsEncodings(encoding) !== false,
      header: (name: string) => ctx.get(name),
      isGone: () => isGone(ctx),
      currentUser: () => currentUserOf(ctx),
      claims: ctx.state.claims as Claims | undefined,
    };
    return route.handle(request, callerOf(options, route, ctx, caller.value));
  }

  function currentUserOf({ state }: Context): User | undefined {
    const { claims } = state as { readonly claims?: Claims };
    const found = claims === undefined ? undefined : tokens.userOf(claims);
    return found?.ok === true ? found.value : undefined;
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

/** The user of the token; undefined if the route needs none. */
function authenticate(options: DispatchOptions, route: Route, ctx: Context): Result<User | undefined> {
  const { access } = route;
  const authorization = ctx.get('Authorization');
  if (access === 'anyone' || (access === 'optional' && authorization === '')) return success(undefined);
  const ticket = route.acceptsTicket === true && authorization === '' ? ctx.query.ticket : undefined;
  const claims = ticket === undefined ? options.tokens.claimsOf(authorization) : options.tickets.redeem(String(ticket));
  return claims.ok ? admit(options, route, ctx, claims.value) : claims;
}

/** The user of the API key that the call has instead of a token. */
async function authenticateByKey(
  options: DispatchOptions,
  route: Route,
  ctx: Context,
): Promise<Result<User | undefined>> {
  const key = readAuthorizationKey(ctx.get('Authorization'));
  if (key === undefined) return authenticate(options, route, ctx);
  const proven = await options.signIns.withKey(key, ctx.ip, () => isGone(ctx));
  return proven.ok ? admit(options, route, ctx, { ...proven.value, issued: 0, expires: Infinity }) : proven;
}

/** The user, if they may call the route. The call counts for the user even if it is refused. */
function admit(
  { tokens, usage }: DispatchOptions,
  route: Route,
  ctx: Context,
  claims: Claims,
): Result<User | undefined> {
  const found = tokens.userOf(claims);
  if (!found.ok) return found;
  ctx.state.claims = claims;
  if (isDisplay(found.value)) return admitDisplay(route, ctx, found);
  ctx.state.userId = found.value.id;
  ctx.state.counts = usage.count(found.value.id);
  return permit(route, found);
}

function permit({ access }: Route, found: Success<User>): Result<User> {
  if (access === 'anyone' || access === 'user' || access === 'optional') return found;
  if (hasPrivilege(found.value, access)) return found;
  return failure('forbidden', `requires privilege ${access}`);
}

const isGone = ({ req }: Context): boolean => req.socket.destroyed;

/** The user that the handler gets. A change may wait for its turn, so it comes with the call that asks for it. */
function callerOf({ tokens }: DispatchOptions, route: Route, ctx: Context, user: User | undefined): User | undefined {
  const { claims } = ctx.state as { readonly claims?: Claims };
  if (user === undefined || claims === undefined || route.method === 'get' || route.immediate === true) return user;
  return withCall(user, {
    isGone: () => isGone(ctx),
    current() {
      const found = tokens.userOf(claims);
      return found.ok ? permit(route, found) : found;
    },
  });
}

/** A display is no user: its calls count for none. */
function admitDisplay({ displays, access }: Route, ctx: Context, found: Success<User>): Result<User | undefined> {
  ctx.state.displayId = found.value.id;
  if (displays === true) return found;
  if (access === 'optional') return success(undefined);
  return failure('forbidden', 'a display reads devices, locations, alerts and events, nothing else');
}

function send(ctx: Context, response: RouteResponse): void {
  if ('text' in response || 'bytes' in response) {
    ctx.status = 200;
    ctx.set({ ...response.headers });
    ctx.type = response.contentType;
    // The client has this version: its `If-None-Match` equals the ETag.
    if (ctx.fresh) {
      ctx.status = 304;
      ctx.body = null;
    } else if ('text' in response) ctx.body = response.text;
    else sendBytes(ctx, response.bytes);
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
