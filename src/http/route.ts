import type { Readable } from 'node:stream';
import type { ErrorCode, Result } from '../errors.js';
import type { Privilege, User } from '../schema/user.js';
import type { Validator } from '../schema/validator.js';

/** What a handler is given: everything checked, nothing of the web framework. */
export type RouteRequest<Query, Body> = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** address of the client */
  readonly from: string;
  /** BCP 47 tags, the best liked first */
  readonly languages: () => readonly string[];
  /** a header by its name; empty when it was not sent */
  readonly header: (name: string) => string;
  /** for answers that last: the user as he is now; undefined once his token, his key or his account has ended */
  readonly caller: () => User | undefined;
};

/** What goes beside the envelope; 200 unless said otherwise. */
export type JsonAnswer = { readonly status?: 200 | 201; readonly body: Readonly<Record<string, unknown>> };
/** An answer in another format than the envelope's. */
export type TextAnswer = {
  readonly text: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** The bytes of a file. */
export type FileAnswer = {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** An answer that goes on until the stream ends; when it is destroyed, the connection is cut. */
export type StreamAnswer = {
  /** 206: a part of what there is */
  readonly status?: 206;
  readonly stream: Readable;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Answer = JsonAnswer | TextAnswer | FileAnswer | StreamAnswer;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** JSON Schemas of what goes beside the envelope, by name. */
export type AnswerShape = {
  readonly required: Readonly<Record<string, object>>;
  readonly optional?: Readonly<Record<string, object>>;
};

type Common<Query, Body> = {
  readonly method: Method;
  /** as in the documentation, `:name` for a parameter */
  readonly path: string;
  readonly summary: string;
  readonly query?: Validator<Query>;
  readonly body?: Validator<Body>;
  /** who sends no body means `{}` */
  readonly mayLackBody?: true;
  /** JSON Schemas of headers that mean something to it alone, by name */
  readonly headers?: Readonly<Record<string, object>>;
  /** with what it may refuse beside what every row of its kind does */
  readonly refusals?: readonly ErrorCode[];
  /** what each status of success answers */
  readonly answers: Readonly<{ 200?: AnswerShape; 201?: AnswerShape }>;
  /** other formats it can answer in, as media types */
  readonly formats?: readonly string[];
  /** it can answer a part of them too, as 206 */
  readonly inParts?: true;
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
