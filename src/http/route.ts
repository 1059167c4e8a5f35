import type { Readable } from 'node:stream';
import type { ErrorCode, Result } from '../errors.js';
import type { Privilege } from '../schema/accounts/privileges.js';
import type { User } from '../schema/accounts/user.js';
import type { Validator } from '../schema/validator.js';
import type { ReadKind } from '../services/history/reads.js';
import type { Claims } from './tokens.js';

/** The validated request that a handler gets, without anything of the web framework. */
export type RouteRequest<Query, Body> = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** address of the client */
  readonly clientAddress: () => string;
  /** BCP 47 tags, the preferred first */
  readonly languages: () => readonly string[];
  /** whether the client accepts this content encoding */
  readonly acceptsEncoding: (encoding: string) => boolean;
  /** a header by name; empty if it was not sent */
  readonly header: (name: string) => string;
  /** Was the connection of the client closed? */
  readonly isGone: () => boolean;
  /** for streams: the current user; undefined once the token, the key or the account has ended */
  readonly currentUser: () => User | undefined;
  /** of the caller's token; undefined if the call needs none */
  readonly claims?: Claims | undefined;
};

/**
 * Fields in addition to the envelope; the default status is 200. A route that takes turns may have a list as an iterable
 * that is no array: its items are made while it is sent.
 */
export type JsonResponse = { readonly status?: 200 | 201; readonly body: Readonly<Record<string, unknown>> };
/** The same with the fields as JSON text, without braces: for the answers that are sent most. */
export type JsonTextResponse = { readonly status?: 200 | 201; readonly fields: string };
/** A response in another format than the envelope. */
export type TextResponse = {
  readonly text: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** The same in pieces, of a route that takes turns: other requests are answered while it is made. */
export type PiecesResponse = Omit<TextResponse, 'text'> & { readonly pieces: Iterable<string> };
/** The bytes of a file, shared by all clients. */
export type FileResponse = {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
};
/** A response that ends with the stream; destroying the stream cuts the connection. */
export type StreamResponse = {
  /** 206: a part of the resource */
  readonly status?: 206;
  readonly stream: Readable;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** a file without a known length: a client may take its time for the end */
  readonly isFile?: true;
};
export type RouteResponse =
  JsonResponse | JsonTextResponse | TextResponse | PiecesResponse | FileResponse | StreamResponse;

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** JSON Schemas of the fields in addition to the envelope, by name. */
export type ResponseShape = {
  readonly required: Readonly<Record<string, object>>;
  readonly optional?: Readonly<Record<string, object>>;
};

type RouteFields<Query, Body> = {
  readonly method: HttpMethod;
  /** as documented, with `:name` for a parameter */
  readonly path: string;
  readonly summary: string;
  readonly query?: Validator<Query>;
  readonly body?: Validator<Body>;
  /** the body is bytes (application/octet-stream) of known length, at most `http.bodyLimit` */
  readonly bytes?: true;
  /** media types of files that the route takes besides `application/json`: JSON, and bytes that the handler reads itself */
  readonly fileTypes?: { readonly json: readonly string[]; readonly bytes: readonly string[] };
  /** a request without a body counts as `{}` */
  readonly bodyOptional?: true;
  /** largest body where that is less than `http.bodyLimit`; such a body must not be compressed */
  readonly plainBodyBytes?: number;
  /** JSON Schemas of headers that only this route uses, by name */
  readonly headers?: Readonly<Record<string, object>>;
  /** errors in addition to those of every route of its kind */
  readonly errors?: readonly ErrorCode[];
  /** the fields of each success status */
  readonly responses: Readonly<{ 200?: ResponseShape; 201?: ResponseShape }>;
  /** media types of other response formats */
  readonly formats?: readonly string[];
  /** JSON Schema of the data of each server-sent event */
  readonly eventSchema?: object;
  /** concerns the whole gateway: users who are restricted to a group or device are refused before the body is read */
  readonly unrestricted?: true;
  /** displays may call it, besides users */
  readonly displays?: true;
  /** accepts a ticket in the query instead of a token */
  readonly acceptsTicket?: true;
  /** waits for its turn and is answered in slices: a query of history, or a list that can be long */
  readonly turn?: (body: Body) => ReadKind | undefined;
  /** of a GET: an entry has its caller */
  readonly leavesEntry?: true;
  /** stores at once and waits for no turn, so the rights of the caller need no second check */
  readonly immediate?: true;
  /** serves byte ranges too, as 206 */
  readonly supportsRange?: true;
};

type RouteResult = Result<RouteResponse> | Promise<Result<RouteResponse>>;

/** One route; `access` decides who may call it and whether the handler gets a user. */
export type RouteDefinition<Query, Body> = RouteFields<Query, Body> &
  (
    | { readonly access: 'anyone'; readonly handle: (request: RouteRequest<Query, Body>) => RouteResult }
    /** responds with less without a token */
    | { readonly access: 'optional'; readonly handle: (request: RouteRequest<Query, Body>, user?: User) => RouteResult }
    | {
        readonly access: 'user' | Privilege;
        readonly handle: (request: RouteRequest<Query, Body>, user: User) => RouteResult;
      }
  );

/** A route without the types of query and body, which its validators guarantee. */
export type Route = RouteFields<unknown, unknown> & {
  readonly access: RouteDefinition<unknown, unknown>['access'];
  readonly handle: (request: RouteRequest<unknown, unknown>, user?: User) => RouteResult;
};

/** Checks that the handler of a route fits its validators. */
export const route = <Query = unknown, Body = unknown>(definition: RouteDefinition<Query, Body>): Route =>
  definition as Route;
