import { statusOf, type ErrorCode } from '../errors.js';
import { components } from '../schema/components.js';
import { idSchema } from '../schema/common.js';
import type { ResponseShape, Route } from './route.js';

/** The OpenAPI 3.1 document of the table of routes, made of the very schemas that check what comes in. */

type OpenApiObject = Record<string, unknown>;

/** What every answer has, by whether it is a success, and whether a user was counted. */
const USAGE_COUNTS = {
  apiUsage: { type: 'integer', minimum: 1, description: 'calls by this user ever' },
  apiDailyUsage: { type: 'integer', minimum: 1, description: 'calls by this user since the last local midnight' },
};
const failureSchema = {
  type: 'object',
  required: ['success', 'error', 'code', 'requestId'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'what was wrong and where' },
    code: { type: 'string' },
    requestId: { type: 'string', description: 'the same as in the header X-Request-Id and in the log' },
    ...USAGE_COUNTS,
  },
  additionalProperties: false,
};

/** Shapes that have a name of their own stand once, under it. */
const schemaNames = new Map<object, string>([
  ...Object.entries(components).map(([name, schema]): [object, string] => [schema, name]),
  [failureSchema, 'Failure'],
]);

/** The schema with every named shape in it replaced by a reference; the shape itself is written out at the top. */
function withReferences(schema: unknown, top = false): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = schemaNames.get(schema);
  if (name !== undefined && !top) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((one) => withReferences(one));
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withReferences(value)]));
}

const json = (schema: object): OpenApiObject => ({ 'application/json': { schema: withReferences(schema) } });

function successSchema({ access }: Route, { required, optional = {} }: ResponseShape): object {
  const counted = access === 'anyone' ? {} : USAGE_COUNTS;
  const properties = { success: { const: true }, error: { type: 'null' }, ...counted, ...required, ...optional };
  const always = ['success', 'error', ...Object.keys(required)];
  return { type: 'object', required: always, properties, additionalProperties: false };
}

/** The statuses with which a row may refuse. */
function errorStatusesOf({ access, body, query, method, path, errors = [] }: Route): number[] {
  const codes: ErrorCode[] = ['internal', ...errors];
  if (body !== undefined || query !== undefined) codes.push('validation_failed');
  if (access !== 'anyone') codes.push('token_missing');
  if (access === 'anyone' && body !== undefined) codes.push('invalid_credentials', 'rate_limited');
  if (access !== 'anyone' && access !== 'optional' && (access !== 'user' || method !== 'get')) codes.push('forbidden');
  if (path.includes(':')) codes.push('not_found');
  if (method !== 'get') codes.push('conflict', 'store_unavailable');
  if (body !== undefined) codes.push('payload_too_large', 'unsupported_media_type');
  return [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'body, query or path is not valid; nothing was stored',
  401: 'the token is missing, wrong or expired; for POST /api/Auth/Token: the pair is wrong',
  403: 'the user lacks the privilege',
  404: 'there is no such thing, or the user may not see it',
  409: 'it conflicts with the present state',
  413: 'the body is over the limit',
  415: 'the body is not JSON',
  416: 'there is nothing in the range; Content-Range says how much there is',
  429: 'too many at once, or too many attempts; Retry-After says when to try again',
  500: 'a fault of the gateway, which its log explains under the request id',
  503: 'the store can not write; Retry-After says when to try again',
};

function parametersOf({ path, query, headers = {} }: Route): OpenApiObject[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: idSchema,
  }));
  const { properties = {}, required = [] } = (query?.schema ?? {}) as { properties?: OpenApiObject; required?: string[] };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: withReferences(schema),
  }));
  const inHeader = Object.entries(headers).map(([name, schema]) => ({ name, in: 'header', required: false, schema }));
  return [...inPath, ...inQuery, ...inHeader];
}

function responsesOf(row: Route): OpenApiObject {
  const files = Object.fromEntries(
    (row.formats ?? []).map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
  );
  const successes = Object.entries(row.responses).map(([status, shape]) => [
    status,
    {
      description: status === '201' ? 'stored, or made' : 'done',
      content: { ...json(successSchema(row, shape)), ...(status === '200' ? files : {}) },
    },
  ]);
  const plainSuccess = successes.length === 0 ? [['200', { description: 'done', content: files }]] : [];
  const partialContent = row.supportsRange === true ? [['206', { description: 'the range', content: files }]] : [];
  const failures = errorStatusesOf(row).map((status) => [
    String(status),
    { description: STATUS_DESCRIPTIONS[status], content: json(failureSchema) },
  ]);
  return Object.fromEntries([...successes, ...plainSuccess, ...partialContent, ...failures]) as OpenApiObject;
}

function operationOf(row: Route): OpenApiObject {
  const { method, path, summary, access, body, bodyOptional } = row;
  const types =
    method === 'patch'
      ? ['application/json', 'application/json-patch+json', 'application/merge-patch+json']
      : ['application/json'];
  const content = Object.fromEntries(types.map((type) => [type, { schema: withReferences(body?.schema) }]));
  const security = { anyone: [], optional: [{}, { token: [] }] }[access as string] ?? [{ token: [] }];
  const privilege = ['anyone', 'optional', 'user'].includes(access)
    ? {}
    : { description: `Takes the privilege \`${access}\`.` };
  return {
    operationId:
      `${method}${path.replace(/^\/(api\/)?/, '/').replace(/[/:]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`.replace(
        /\W/g,
        '',
      ),
    summary,
    ...privilege,
    tags: [path.split('/')[2] ?? path.split('/')[1] ?? ''],
    security,
    parameters: parametersOf(row),
    ...(body === undefined ? {} : { requestBody: { required: bodyOptional !== true, content } }),
    responses: responsesOf(row),
  };
}

/** `version`: that of the gateway. */
export function buildOpenApi(routes: readonly Route[], version: string): OpenApiObject {
  const paths: Record<string, OpenApiObject> = {};
  for (const row of routes) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method]: operationOf(row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waypost',
      version,
      description: 'Device tracking on the local network. Every answer is one JSON object with `success` and `error`.',
    },
    paths,
    components: {
      schemas: Object.fromEntries([...schemaNames].map(([schema, name]) => [name, withReferences(schema, true)])),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'from POST /api/Auth/Token' },
      },
    },
  };
}
