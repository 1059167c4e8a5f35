import type { Readable } from 'node:stream';
import type { ErrorCode, Result } from '../errors.js';
import type { Privilege } from '../schema/accounts/privileges.js';
import type { User } from '../schema/accounts/user.js';
import type { Validator } from '../schema/validator.js';

/** What a handler is given: everything checked, nothing of the web framework. */
export type RouteRequest<Query, Body> = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** address of the client */
  readonly clientAddress: string;
  /** BCP 47 tags, the best liked first */
  readonly languages: () => readonly string[];
  /** a header by its name; empty when it was not sent */
  readonly header: (name: string) => string;
  /** for answers that last: the user as he is now; undefined once his token, his key or his account has ended */
  readonly currentUser: () => User | undefined;
};

/** What goes beside the envelope; 200 unless said otherwise. */
export type JsonResponse = { readonly status?: 200 | 201; readonly body: Readonly<Record<string, unknown>> };
/** An answer in another format than the envelope's. */
export type TextResponse = {
  readonly text: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** The bytes of a file. */
export type FileResponse = {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** An answer that goes on until the stream ends; when it is destroyed, the connection is cut. */
export type StreamResponse = {
  /** 206: a part of what there is */
  readonly status?: 206;
  readonly stream: Readable;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
export type RouteResponse = JsonResponse | TextResponse | FileResponse | StreamResponse;

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** JSON Schemas of what goes beside the envelope, by name. */
export type ResponseShape = {
  readonly required: Readonly<Record<string, object>>;
  readonly optional?: Readonly<Record<string, object>>;
};

type RouteFields<Query, Body> = {
  readonly method: HttpMethod;
  /** as in the documentation, `:name` for a parameter */
  readonly path: string;
  readonly summary: string;
  readonly query?: Validator<Query>;
  readonly body?: Validator<Body>;
  /** who sends no body means `{}` */
  readonly bodyOptional?: true;
  /** JSON Schemas of headers that mean something to it alone, by name */
  readonly headers?: Readonly<Record<string, object>>;
  /** with what it may refuse beside what every row of its kind does */
  readonly errors?: readonly ErrorCode[];
  /** what each status of success answers */
  readonly responses: Readonly<{ 200?: ResponseShape; 201?: ResponseShape }>;
  /** other formats it can answer in, as media types */
  readonly formats?: readonly string[];
  /** it can answer a part of them too, as 206 */
  readonly supportsRange?: true;
};

type RouteResult = Result<RouteResponse> | Promise<Result<RouteResponse>>;

/** One row of the table of routes, by who may call it. */
export type RouteDefinition<Query, Body> = RouteFields<Query, Body> &
  (
    | { readonly access: 'anyone'; readonly handle: (request: RouteRequest<Query, Body>) => RouteResult }
    /** answers less without a token */
    | { readonly access: 'optional'; readonly handle: (request: RouteRequest<Query, Body>, user?: User) => RouteResult }
    | {
        readonly access: 'user' | Privilege;
        readonly handle: (request: RouteRequest<Query, Body>, user: User) => RouteResult;
      }
  );

/** A row whose types of query and body have been used up: the validators vouch for them. */
export type Route = RouteFields<unknown, unknown> & {
  readonly access: RouteDefinition<unknown, unknown>['access'];
  readonly handle: (request: RouteRequest<unknown, unknown>, user?: User) => RouteResult;
};

/** Keeps the types of a row's validators and its handler together. */
export const route = <Query = unknown, Body = unknown>(definition: RouteDefinition<Query, Body>): Route =>
  definition as Route;
