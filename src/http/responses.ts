import { success, type Result } from '../errors.js';
import type { JsonResponse, ResponseShape } from './route.js';

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

export const entityShape = (name: string, schema: { readonly properties: object }): ResponseShape => ({
  required: { ...(schema.properties as Readonly<Record<string, object>>), [name]: schema },
});

/** The envelope alone. */
export const respondDone = (result: Result<unknown>): Result<JsonResponse> =>
  result.ok ? success({ body: {} }) : result;
export const emptyShape: ResponseShape = { required: {} };

/** How many of the posted records are new, and how many were already stored. */
const count = { type: 'integer', minimum: 0 };
export const receiptShape = { required: { accepted: count, duplicates: count } } satisfies ResponseShape;
