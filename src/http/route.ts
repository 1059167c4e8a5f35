import type { Result } from '../errors.js';
import type { Privilege, User } from '../schema/user.js';

/** What a handler is given: everything checked, nothing of the web framework. */
export type RouteRequest<Query, Body> = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** address of the client */
  readonly from: string;
};

/** What goes beside the envelope; 200 unless said otherwise. */
export type Answer = { readonly status?: number; readonly body: Readonly<Record<string, unknown>> };

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Checks what came in; a plain schema's validator, or a reader that tells several forms apart. */
export type Check<T> = (value: unknown) => Result<T>;

type Common<Query, Body> = {
  readonly method: Method;
  /** as in the documentation, `:name` for a parameter */
  readonly path: string;
  readonly summary: string;
  readonly query?: Check<Query>;
  readonly body?: Check<Body>;
};

type Reply = Result<Answer> | Promise<Result<Answer>>;

/** One row of the table of routes, by who may call it. */
export type RouteDefinition<Query, Body> = Common<Query, Body> &
  (
    | { readonly access: 'anyone'; readonly handle: (request: RouteRequest<Query, Body>) => Reply }
    /** answers less without a token */
    | { readonly access: 'optional'; readonly handle: (request: RouteRequest<Query, Body>, user?: User) => Reply }
    | {
        readonly access: 'user' | Privilege;
        readonly handle: (request: RouteRequest<Query, Body>, user: User) => Reply;
      }
  );

/** A row whose types of query and body have been used up: the validators vouch for them. */
export type Route = Common<unknown, unknown> & {
  readonly access: RouteDefinition<unknown, unknown>['access'];
  readonly handle: (request: RouteRequest<unknown, unknown>, user?: User) => Reply;
};

/** Keeps the types of a row's validators and its handler together. */
export const route = <Query = unknown, Body = unknown>(definition: RouteDefinition<Query, Body>): Route =>
  definition as Route;
