import bodyParser from 'koa-bodyparser';
import type { Context, Middleware } from 'koa';
import { failure, messageOf, success, WaypostError, type Result } from '../errors.js';
import { mayDo } from '../domain/scope.js';
import type { User } from '../schema/user.js';
import type { Usage } from '../services/usage.js';
import { answerFailure, countsOf } from './boundary.js';
import { unusual } from './unusual.js';
import type { Answer, Route, StreamAnswer } from './route.js';
import type { Tokens } from './tokens.js';

export type DispatchOptions = {
  readonly tokens: Tokens;
  readonly usage: Pick<Usage, 'count'>;
  readonly bodyLimit: number;
};

const JSON_TYPES = ['application/json', 'application/json-patch+json', 'application/merge-patch+json'];

/** Turns rows of the table into middleware: token, privilege, query and body are checked before a handler is asked. */
export function createDispatch({ tokens, usage, bodyLimit }: DispatchOptions): (route: Route) => Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: `${bodyLimit}b`,
    extendTypes: { json: JSON_TYPES },
  });

  return (route) => async (ctx) => {
    ctx.state.route = route.path;
    const reply = await replyTo(route, ctx);
    if (!reply.ok) {
      answerFailure(ctx, reply);
      return;
    }
    send(ctx, reply.value);
  };

  /** Nothing of the body is read before it is known who sends it. */
  async function replyTo(route: Route, ctx: Context): Promise<Result<Answer>> {
    const caller = identify(route, ctx);
    if (!caller.ok) return caller;
    const query = route.query?.({ ...ctx.query }) ?? success(undefined);
    if (!query.ok) return failure(query.code, `query: ${query.message}`);
    if (route.body !== undefined) await readBody(route, ctx);
    const body =
      route.body === undefined ? success(undefined) : (unusual(ctx.request.body) ?? route.body(ctx.request.body));
    if (!body.ok) return body;
    const params = ctx.params as Record<string, string>;
    const request = {
      params,
      query: query.value,
      body: body.value,
      from: ctx.ip,
      languages: () => languagesOf(ctx),
      header: (name: string) => ctx.get(name),
      caller: () => stillCalling(ctx),
    };
    return route.handle(request, caller.value);
  }

  /** Who calls: undefined where nobody has to say so. Whoever said so is counted, also when he is refused then. */
  function identify({ access }: Route, ctx: Context): Result<User | undefined> {
    const authorization = ctx.get('Authorization');
    if (access === 'anyone' || (access === 'optional' && authorization === '')) return success(undefined);
    const found = tokens.userOf(authorization);
    if (!found.ok) return found;
    ctx.state.userId = found.value.id;
    ctx.state.counts = usage.count(found.value.id);
    if (access === 'user' || access === 'optional' || mayDo(found.value, access)) return found;
    return failure('forbidden', `this takes the privilege ${access}`);
  }

  function stillCalling(ctx: Context): User | undefined {
    const found = tokens.userOf(ctx.get('Authorization'));
    return found.ok ? found.value : undefined;
  }

  async function readBody({ mayLackBody }: Route, ctx: Context): Promise<void> {
    if (mayLackBody === true && ctx.request.length === 0) {
      ctx.request.body = {};
      return;
    }
    demandJson(ctx);
    try {
      await parse(ctx, () => Promise.resolve());
    } catch (error) {
      if (error instanceof Error && 'status' in error) throw error;
      // What unpacks the body says nothing of a status when it can not.
      throw new WaypostError('validation_failed', `the body can not be read: ${messageOf(error)}`, { cause: error });
    }
  }
}

function send(ctx: Context, answer: Answer): void {
  if ('text' in answer || 'bytes' in answer) {
    ctx.set({ ...answer.headers });
    ctx.type = answer.contentType;
    ctx.body = 'text' in answer ? answer.text : answer.bytes;
    // The client has it already: its `If-None-Match` is the answer's ETag.
    if (ctx.fresh) ctx.status = 304;
    return;
  }
  if ('stream' in answer) {
    sendStream(ctx, answer);
    return;
  }
  ctx.status = answer.status ?? 200;
  ctx.body = { success: true, error: null, ...countsOf(ctx), ...answer.body };
}

/** How long a client has to take the end of a stream. */
const TAKE_END_MS = 1_000;

function sendStream(ctx: Context, { status, stream, contentType, headers = {} }: StreamAnswer): void {
  const { res } = ctx;
  // Who knows how much there is may be as slow as he likes, as with any other answer.
  if (!('Content-Length' in headers)) {
    stream.once('end', () => {
      const timer = setTimeout(() => res.destroy(), TAKE_END_MS);
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

/** As the client likes them, the best first; `*` says nothing. */
function languagesOf(ctx: Context): string[] {
  const wanted = ctx.acceptsLanguages() as string[] | false;
  return wanted === false ? [] : wanted.filter((tag) => tag !== '*');
}

/** Only JSON in UTF-8: a body of another kind would be taken for an empty one. */
function demandJson(ctx: Context): void {
  const charset = ctx.request.charset.toLowerCase();
  if (ctx.is(JSON_TYPES) === false || (charset !== '' && charset !== 'utf-8')) {
    throw new WaypostError('unsupported_media_type', 'send the body as application/json in UTF-8');
  }
}
