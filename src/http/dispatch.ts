import bodyParser from 'koa-bodyparser';
import type { Context, Middleware } from 'koa';
import { failure, success, WaypostError, type Result } from '../errors.js';
import { mayDo } from '../domain/scope.js';
import type { User } from '../schema/user.js';
import type { Usage } from '../services/usage.js';
import { answerFailure } from './boundary.js';
import type { Answer, Check, Route } from './route.js';
import type { Tokens } from './tokens.js';

export type DispatchOptions = {
  readonly tokens: Tokens;
  readonly usage: Pick<Usage, 'count'>;
  readonly bodyLimit: number;
};

/** Turns rows of the table into middleware: token, privilege, query and body are checked before a handler is asked. */
export function createDispatch({ tokens, usage, bodyLimit }: DispatchOptions): (route: Route) => Middleware[] {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: `${bodyLimit}b`,
    extendTypes: { json: ['application/json-patch+json', 'application/merge-patch+json'] },
  });

  return (route) => {
    const answer: Middleware = async (ctx) => {
      const identified = identify(route, ctx);
      const used = identified.ok && identified.value !== undefined ? usage.count(identified.value.id) : {};
      const reply = await replyTo(route, ctx, identified);
      if (reply.ok) {
        ctx.status = reply.value.status ?? 200;
        ctx.body = { success: true, error: null, ...used, ...reply.value.body };
      } else {
        answerFailure(ctx, reply, ctx.response.get('X-Request-Id'), used);
      }
    };
    return route.body === undefined ? [answer] : [demandJson, parse, answer];
  };

  /** Who calls: undefined where nobody has to say so. */
  function identify({ access }: Route, ctx: Context): Result<User | undefined> {
    const authorization = ctx.get('Authorization');
    if (access === 'anyone' || (access === 'optional' && authorization === '')) return success(undefined);
    const found = tokens.userOf(authorization);
    if (!found.ok || access === 'user' || access === 'optional' || mayDo(found.value, access)) return found;
    return failure('forbidden', `this takes the privilege ${access}`);
  }
}

async function replyTo(route: Route, ctx: Context, identified: Result<User | undefined>): Promise<Result<Answer>> {
  if (!identified.ok) return identified;
  const query = checked(route.query, { ...ctx.query });
  if (!query.ok) return failure(query.code, `query: ${query.message}`);
  const body = checked(route.body, ctx.request.body);
  if (!body.ok) return body;
  const params = ctx.params as Record<string, string>;
  return route.handle({ params, query: query.value, body: body.value, from: ctx.ip }, identified.value);
}

const checked = (validate: Check<unknown> | undefined, value: unknown): Result<unknown> =>
  validate === undefined ? success(value) : validate(value);

/** Only JSON in UTF-8: a body of another kind would be taken for an empty one. */
const demandJson: Middleware = async (ctx, next) => {
  const charset = ctx.request.charset.toLowerCase();
  if (ctx.is('json', '+json') === false || (charset !== '' && charset !== 'utf-8')) {
    throw new WaypostError('unsupported_media_type', 'send the body as application/json in UTF-8');
  }
  await next();
};
