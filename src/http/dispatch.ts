import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { failure, success, type Failure, type Result, type Success } from '../errors.js';
import { privilegeErrors } from '../domain/messages.js';
import { accessKeyOf, hasPrivilege, isDisplay, isRestricted } from '../domain/accounts/scope.js';
import type { User } from '../schema/accounts/user.js';
import type { Validated } from '../schema/validator.js';
import type { ApiUsageCounter } from '../services/accounts/api-usage.js';
import type { Confirmations } from '../services/accounts/confirmations.js';
import type { LastUses } from '../services/accounts/last-uses.js';
import type { SignIns } from '../services/accounts/sign-in.js';
import { withCall } from '../services/edits.js';
import type { Reads } from '../services/history/reads.js';
import type { Refusals } from '../services/system/refusals.js';
import { readAuthorizationKey, type AuthorizationKey } from './authorization-key.js';
import { ANSWER_BYTES, BODY_BYTES } from './budgets.js';
import { createByteBudget } from './byte-budget.js';
import { sendFailure } from './failure-answer.js';
import { requestErrors } from './messages.js';
import { readQuery } from './query-times.js';
import { createBodyReader } from './request-body.js';
import type { Route, RouteRequest } from './route.js';
import type { Handler, Params } from './router.js';
import { createSender, encodeInSlices, type EncodedResponse } from './send.js';
import type { Tickets } from './tickets.js';
import type { Claims, Tokens } from './tokens.js';

export type DispatchOptions = {
  readonly tokens: Pick<Tokens, 'claimsOf' | 'userOf' | 'ageOf' | 'signedInBy'>;
  readonly tickets: Pick<Tickets, 'redeem'>;
  readonly signIns: Pick<SignIns, 'withKey'>;
  readonly confirmations: Pick<Confirmations, 'isConfirmed'>;
  readonly lastUses: Pick<LastUses, 'noteKey'>;
  readonly usage: Pick<ApiUsageCounter, 'count'>;
  readonly bodyLimit: number;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly reads: Reads;
  /** ms */
  readonly monotonic: () => number;
  /** called when the caller of a request is known */
  readonly onCaller: (request: IncomingMessage) => void;
};

/** Turns a route into a handler that checks token, privilege, query and body before it calls that of the route. */
export function createDispatch(options: DispatchOptions): (route: Route) => Handler {
  const { bodyLimit, refusals, reads, monotonic } = options;
  const bodies = createBodyReader({ bodyLimit, budget: createByteBudget({ total: BODY_BYTES }), refusals });
  const onCancel = (): void => {
    refusals.note('answer_budget');
  };
  const send = createSender({ budget: createByteBudget({ total: ANSWER_BYTES, onCancel }), refusals });

  return (route) => async (ctx, params) => {
    ctx.state.route = route.path;
    try {
      const reply = await handle(route, ctx, params);
      if (reply.ok) send(ctx, reply.value);
      else sendFailure(ctx, reply);
    } finally {
      if (hasBody(route)) bodies.release(ctx);
    }
  };

  async function receive(route: Route, ctx: Context): Promise<Result<unknown>> {
    if (route.bytes === true) return bodies.readBytes(ctx);
    return route.body === undefined ? NOTHING : bodies.read(route, ctx);
  }

  /** Reads the body only after the token check. */
  async function handle(route: Route, ctx: Context, params: Params): Promise<Result<EncodedResponse>> {
    const key = route.access === 'anyone' ? undefined : readAuthorizationKey(ctx.req.headers.authorization);
    const caller =
      key === undefined ? authenticate(options, route, ctx) : await authenticateByKey(options, route, ctx, key);
    if (!caller.ok) return caller;
    const query = route.query?.(readQuery(ctx.query)) ?? NOTHING;
    if (!query.ok) return inQuery(query);
    const received = await receive(route, ctx);
    if (!received.ok) return received;
    const isFile = Buffer.isBuffer(received.value);
    const body: Validated<unknown> = route.body === undefined || isFile ? received : route.body(received.value);
    if (!body.ok) return body;
    ctx.state.ignored = body.ignored;
    const request = requestOf(options, ctx, { params, query: query.value, body: body.value });
    const user = callerOf(options, route, ctx, caller.value);
    const kind = route.turn?.(body.value);
    if (user === undefined || kind === undefined) return route.handle(request, user);
    const respondInSlices = async (): Promise<Result<EncodedResponse>> => {
      const reply = await route.handle(request, user);
      return reply.ok ? success(await encodeInSlices(ctx, reply.value, monotonic)) : reply;
    };
    return reads[kind](user, respondInSlices, request.isGone);
  }
}

/** The sentence of a failure states that the field is a parameter of the query. */
const inQuery = (failed: Failure): Failure =>
  failed.data === undefined
    ? failure(failed.code, `query: ${failed.message}`)
    : requestErrors.query({ problem: failed.data }, failed.field);

const hasBody = ({ body, bytes }: Route): boolean => body !== undefined || bytes === true;

const NOTHING: Validated<undefined> = success(undefined);

type Checked = Pick<RouteRequest<unknown, unknown>, 'params' | 'query' | 'body'>;

/** What the handler of a route gets. Most handlers ask for little of it, so the rest is computed on demand. */
const requestOf = (
  { tokens }: DispatchOptions,
  ctx: Context,
  { params, query, body }: Checked,
): RouteRequest<unknown, unknown> => ({
  params,
  query,
  body,
  claims: ctx.state.claims as Claims | undefined,
  clientAddress: () => ctx.ip,
  languages: () => languagesOf(ctx),
  acceptsEncoding: (encoding) => ctx.acceptsEncodings(encoding) !== false,
  header: (name) => ctx.get(name),
  isGone: () => isGone(ctx),
  currentUser() {
    const { claims } = ctx.state as { readonly claims?: Claims };
    const found = claims === undefined ? undefined : tokens.userOf(claims);
    return found?.ok === true ? found.value : undefined;
  },
});

/** The user of the token; undefined if the route needs none. */
function authenticate(options: DispatchOptions, route: Route, ctx: Context): Result<User | undefined> {
  const { access } = route;
  const { authorization = '' } = ctx.req.headers;
  if (access === 'anyone' || (access === 'optional' && authorization === '')) return success(undefined);
  const ticket = route.acceptsTicket === true && authorization === '' ? ctx.query.ticket : undefined;
  const claims = ticket === undefined ? options.tokens.claimsOf(authorization) : options.tickets.redeem(String(ticket));
  return claims.ok ? admit(options, route, ctx, claims.value) : withoutStore(route, claims);
}

/** Without its users, the gateway still reports its health. */
const withoutStore = ({ access }: Route, refused: Failure): Result<undefined> =>
  access === 'optional' && refused.code === 'store_unavailable' ? success(undefined) : refused;

/** The user of the API key that the call has instead of a token. */
async function authenticateByKey(
  options: DispatchOptions,
  route: Route,
  ctx: Context,
  key: AuthorizationKey,
): Promise<Result<User | undefined>> {
  const proven = await options.signIns.withKey(key, ctx.ip, () => isGone(ctx));
  if (proven.ok) return admit(options, route, ctx, { ...proven.value, issued: 0, expires: Infinity });
  return withoutStore(route, proven);
}

/** The user, if they may call the route. The call counts for the user even if it is refused. */
function admit(
  { tokens, usage, lastUses, onCaller }: DispatchOptions,
  route: Route,
  ctx: Context,
  claims: Claims,
): Result<User | undefined> {
  const found = tokens.userOf(claims);
  if (!found.ok) return found;
  onCaller(ctx.req);
  ctx.state.claims = claims;
  if (isDisplay(found.value)) return admitDisplay(route, ctx, found);
  const key = accessKeyOf(found.value);
  if (key !== undefined) lastUses.noteKey(key.id, ctx.ip);
  ctx.state.userId = found.value.id;
  ctx.state.counts = usage.count(found.value.id);
  return permit(route, found);
}

function permit({ access, unrestricted }: Route, found: Success<User>): Result<User> {
  const isOpen = access === 'anyone' || access === 'user' || access === 'optional';
  if (!isOpen && !hasPrivilege(found.value, access)) return privilegeErrors.missing({ privilege: access });
  if (unrestricted !== true || !isRestricted(found.value)) return found;
  return requestErrors.restricted();
}

const isGone = ({ req }: Context): boolean => req.socket.destroyed;

/** The user that the handler gets. A change may wait for its turn, so it comes with the call that asks for it. */
function callerOf(
  { tokens, confirmations }: DispatchOptions,
  route: Route,
  ctx: Context,
  user: User | undefined,
): User | undefined {
  const { claims } = ctx.state as { readonly claims?: Claims };
  const isCall = route.immediate !== true && (route.method !== 'get' || route.leavesEntry === true);
  if (user === undefined || claims === undefined || !isCall) return user;
  return withCall(user, {
    client: { ...tokens.signedInBy(claims), address: ctx.ip },
    isGone: () => isGone(ctx),
    isConfirmed: () => confirmations.isConfirmed({ ...claims, ageS: tokens.ageOf(claims) }),
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
  return requestErrors.display();
}

/** The languages that the client accepts, the preferred first; `*` names none. */
function languagesOf(ctx: Context): string[] {
  const accepted = ctx.acceptsLanguages() as string[] | false;
  return accepted === false ? [] : accepted.filter((tag) => tag !== '*');
}
