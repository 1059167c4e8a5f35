import { instantSchema } from '../schema/common.js';
import { success, type Result } from '../errors.js';
import { MAX_IGNORED } from '../schema/relax.js';
import type { JsonResponse, JsonTextResponse, ResponseShape } from './route.js';

/** The responses of the handlers, each with the shape that documents it. */

/** The envelope with `value` under `name`. */
export const respondWith = <T>(name: string, result: Result<T>): Result<JsonResponse> =>
  result.ok ? success({ body: { [name]: result.value } }) : result;

export const arrayOf = (items: object): object => ({ type: 'array', items });

/** The envelope with an entity: its fields at the top level, and again under `name`. */
export const respondWithEntity = (
  name: string,
  result: Result<object>,
  status: 200 | 201 = 200,
): Result<JsonResponse> => (result.ok ? success({ status, body: { ...result.value, [name]: result.value } }) : result);

export function entityShape(
  name: string,
  schema: { readonly properties: object; readonly required?: readonly string[] },
): ResponseShape {
  const fields = Object.entries(schema.properties as Readonly<Record<string, object>>);
  const isRequired = ([field]: readonly [string, object]): boolean => schema.required?.includes(field) ?? true;
  const optional = fields.filter((field) => !isRequired(field));
  return {
    required: { ...Object.fromEntries(fields.filter(isRequired)), [name]: schema },
    ...(optional.length > 0 && { optional: Object.fromEntries(optional) }),
  };
}

/** The envelope alone. */
export const respondDone = (result: Result<unknown>): Result<JsonResponse> =>
  result.ok ? success({ body: {} }) : result;
export const emptyShape: ResponseShape = { required: {} };

/** Added to the envelope when a body of the public API has unknown fields. */
export const IGNORED_SHAPE = {
  ignored: {
    type: 'array',
    maxItems: MAX_IGNORED,
    items: { type: 'string' },
    description: 'JSON pointers of unknown fields that were ignored, the first ones',
  },
} as const;

/** How many of the posted records are new, and how many were already stored. */
const count = { type: 'integer', minimum: 0 };
export const receiptShape = { required: { accepted: count, duplicates: count } } satisfies ResponseShape;

export const receiptText = (accepted: number, duplicates: number): JsonTextResponse => ({
  status: 201,
  fields: `"accepted":${accepted},"duplicates":${duplicates}`,
});

/** The answer of a call that creates a sign-in link. */
export const linkShape = {
  required: {
    link: { type: 'string', description: 'for POST /api/Auth/Token' },
    path: { type: 'string', description: 'opens the dashboard signed in; add it to the address of the gateway' },
    expires: instantSchema,
  },
} as const;

export const linkBody = ({ link, expires }: { readonly link: string; readonly expires: string }) => ({
  link,
  path: `/#link=${link}`,
  expires,
});
