import { statusOf, type ErrorCode } from '../errors.js';
import { allRows } from '../messages/catalog.js';
import { components } from '../schema/components.js';
import { gatewayMessageSchema } from '../schema/gateway-message.js';
import { idSchema } from '../schema/common.js';
import { jsonPatchSchema } from '../schema/patch.js';
import { IGNORED_SHAPE } from './responses.js';
import type { ResponseShape, Route } from './route.js';

/** The OpenAPI 3.1 document, generated from the routes and from the schemas that validate requests. */

type OpenApiObject = Record<string, unknown>;

/** Envelope fields of every response to a known user. */
const USAGE_COUNTS = {
  apiUsage: { type: 'integer', minimum: 1, description: 'calls by this user in total' },
  apiDailyUsage: { type: 'integer', minimum: 1, description: 'calls by this user since the last local midnight' },
};
const failureSchema = {
  type: 'object',
  required: ['success', 'error', 'code', 'requestId'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'what is wrong and where' },
    code: { type: 'string' },
    requestId: { type: 'string', description: 'as in the header X-Request-Id and in the log' },
    message: gatewayMessageSchema,
    field: {
      type: 'string',
      description:
        'the one field that is wrong: a JSON pointer into the body, or `/` and the name of a query parameter',
    },
    ...USAGE_COUNTS,
  },
  additionalProperties: false,
};

/** Named schemas are written once, under their name. */
const schemaNames = new Map<object, string>([
  ...Object.entries(components).map(([name, schema]): [object, string] => [schema, name]),
  [failureSchema, 'Failure'],
]);

/** Replaces every named schema by a reference; with `top` the schema itself is written out. */
function withReferences(schema: unknown, top = false): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = schemaNames.get(schema);
  if (name !== undefined && !top) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item));
  // In OpenAPI a discriminator selects named schemas; here the `type` of each alternative is a constant, which selects it.
  const written = Object.entries(schema).filter(([key]) => key !== 'discriminator');
  return Object.fromEntries(written.map(([key, value]) => [key, withReferences(value)]));
}

const json = (schema: object): OpenApiObject => ({ 'application/json': { schema: withReferences(schema) } });

function successSchema({ access, body }: Route, { required, optional = {} }: ResponseShape): object {
  const counted = access === 'anyone' ? {} : USAGE_COUNTS;
  const ignored = body?.ignoresUnknown === true ? IGNORED_SHAPE : {};
  const envelope = { success: { const: true }, error: { type: 'null' }, ...counted, ...ignored };
  const properties = { ...envelope, ...required, ...optional };
  const always = ['success', 'error', ...Object.keys(required)];
  return { type: 'object', required: always, properties, additionalProperties: false };
}

/** The statuses of the failures that a route can respond with. */
function errorStatusesOf({ access, body, bytes, method, path, displays, errors = [] }: Route): number[] {
  // Anything may arrive that is not a valid HTTP request.
  const codes: ErrorCode[] = ['internal', 'validation_failed', 'unknown_host', 'store_unavailable', ...errors];
  // Wrong API keys are slowed as failed sign-ins.
  if (access !== 'anyone') codes.push('token_missing', 'rate_limited');
  if (access === 'anyone' && body !== undefined) codes.push('invalid_credentials');
  const isForAll = access === 'user' && method === 'get' && displays === true;
  if (access !== 'anyone' && access !== 'optional' && !isForAll) codes.push('forbidden');
  if (path.includes(':')) codes.push('not_found');
  if (method !== 'get') codes.push('conflict', 'rate_limited');
  if (body !== undefined || bytes === true)
    codes.push('request_timeout', 'payload_too_large', 'unsupported_media_type');
  return [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'the request, its body, query or path is not valid; nothing was stored',
  401: 'the token is missing, wrong or expired; for POST /api/Auth/Token: wrong user name, API key, password, link or display key',
  403: 'the user lacks the privilege, or has to confirm the sign-in first (confirmation_required)',
  404: 'not found, or not visible to the user',
  409: 'conflicts with the current state',
  408: 'the body did not arrive in time; nothing was stored',
  413: 'the body exceeds the size limit',
  415: 'the body has a type that the call does not take',
  416: 'the range is empty; Content-Range has the size',
  421: 'the header Host is not a name of this gateway; the message has the key to set',
  429: 'too many at once, or too many attempts; Retry-After has the seconds to wait',
  500: 'internal error; the gateway log has details under the request id',
  503: 'the store cannot write, or too many bytes of bodies and answers are in flight; Retry-After has the seconds to wait',
};

function parametersOf({ path, query, headers = {} }: Route): OpenApiObject[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: idSchema,
  }));
  const { properties = {}, required = [] } = (query?.schema ?? {}) as {
    properties?: OpenApiObject;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: withReferences(schema),
  }));
  const inHeader = Object.entries(headers).map(([name, schema]) => ({ name, in: 'header', required: false, schema }));
  return [...inPath, ...inQuery, ...inHeader];
}

const formatSchema = ({ eventSchema }: Route, type: string): object =>
  type === 'text/event-stream' && eventSchema !== undefined
    ? eventSchema
    : { type: type === 'application/json' ? 'object' : 'string' };

function responsesOf(route: Route): OpenApiObject {
  const files = Object.fromEntries(
    (route.formats ?? []).map((type) => [type, { schema: withReferences(formatSchema(route, type)) }]),
  );
  const successes = Object.entries(route.responses).map(([status, shape]) => [
    status,
    {
      description: status === '201' ? 'created' : 'success',
      content: { ...json(successSchema(route, shape)), ...(status === '200' ? files : {}) },
    },
  ]);
  const plainSuccess = successes.length === 0 ? [['200', { description: 'success', content: files }]] : [];
  const partialContent =
    route.supportsRange === true ? [['206', { description: 'the requested range', content: files }]] : [];
  const failures = errorStatusesOf(route).map((status) => [
    String(status),
    { description: STATUS_DESCRIPTIONS[status], content: json(failureSchema) },
  ]);
  return Object.fromEntries([...successes, ...plainSuccess, ...partialContent, ...failures]) as OpenApiObject;
}

/** `get` and `/api/devices/:deviceId` give `getDevicesDeviceId`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/(api\/)?/, '/')
    .replace(/(?<![/:])[/:]+(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return `${method}${words}`.replace(/\W/g, '');
}

/** A JSON Merge Patch of what PUT takes: each field may be left out, and null removes it. */
function mergePatchOf(input: object): object {
  const { properties = {} } = input as { readonly properties?: Readonly<Record<string, object>> };
  const optional = Object.entries(properties).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]);
  return { type: 'object', properties: Object.fromEntries(optional) as object, additionalProperties: false };
}

/** The body of a request by media type. `routes`: a patch has the fields of the PUT route of its path. */
function requestContentOf({ method, path, body, bytes, fileTypes }: Route, routes: readonly Route[]): OpenApiObject {
  if (bytes === true) return { 'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } } };
  if (method !== 'patch') {
    const schema = withReferences(body?.schema ?? {});
    const content: OpenApiObject = json(body?.schema ?? {});
    for (const type of fileTypes?.json ?? []) content[type] = { schema };
    for (const type of fileTypes?.bytes ?? []) content[type] = { schema: { type: 'string' } };
    return content;
  }
  const input = routes.find((other) => other.path === path && other.method === 'put')?.body?.schema ?? {};
  const mergePatch = withReferences(mergePatchOf(input));
  const jsonPatch = withReferences(jsonPatchSchema);
  return {
    'application/json': { schema: { oneOf: [jsonPatch, mergePatch] } },
    'application/json-patch+json': { schema: jsonPatch },
    'application/merge-patch+json': { schema: mergePatch },
  };
}

const ACCESS_DESCRIPTIONS: Readonly<Partial<Record<Route['access'], string>>> = {
  anyone: 'Needs no token.',
  optional: 'Needs no token; the response has more with one.',
  user: 'Needs a token or an API key.',
};

const tagOf = ({ path }: Route): string => {
  const [, first = '', resource] = path.split('/');
  return resource ?? (first === '' ? 'dashboard' : first);
};

function operationOf(route: Route, routes: readonly Route[]): OpenApiObject {
  const { method, path, summary, access, body, bytes, bodyOptional } = route;
  const signIns = [{ token: [] }, { apiKey: [] }, { basic: [] }];
  const security = { anyone: [], optional: [{}, ...signIns] }[access as string] ?? [
    ...signIns,
    ...(route.acceptsTicket === true ? [{ ticket: [] }] : []),
  ];
  return {
    operationId: operationIdOf(method, path),
    summary,
    description: ACCESS_DESCRIPTIONS[access] ?? `Requires privilege \`${access}\`.`,
    tags: [tagOf(route)],
    security,
    parameters: parametersOf(route),
    ...(body === undefined && bytes !== true
      ? {}
      : { requestBody: { required: bodyOptional !== true, content: requestContentOf(route, routes) } }),
    responses: responsesOf(route),
  };
}

/** An enumeration that is open: with a closed one, a generated client would refuse the messages of later versions. */
function messageWithIds(): object {
  const { properties } = gatewayMessageSchema;
  const id = { ...properties.id, 'x-extensible-enum': allRows().map((row) => row.id) };
  return { ...gatewayMessageSchema, properties: { ...properties, id } };
}

/** `version`: of the gateway. */
export function buildOpenApi(routes: readonly Route[], version: string): OpenApiObject {
  const paths: Record<string, OpenApiObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route, routes) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waypost',
      version,
      description: 'Gateway for serial GPS trackers. Every JSON response is one object with `success` and `error`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Waypost' },
    },
    servers: [{ url: '/', description: 'this gateway' }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries([...schemaNames].map(([schema, name]) => [name, withReferences(schema, true)])),
        GatewayMessage: withReferences(messageWithIds(), true),
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'from POST /api/Auth/Token' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'an API key or access key of a user' },
        basic: { type: 'http', scheme: 'basic', description: 'name or email of a user, with an API key or access key' },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'from POST /api/events/ticket' },
      },
    },
  };
}
