import { success, type Result } from '../errors.js';
import type { ResponseShape, JsonResponse } from './route.js';

/** The ways in which the handlers answer, each with the shape that documents it. */

/** `value` under `name`. */
export const respondWith = <T>(name: string, result: Result<T>): Result<JsonResponse> =>
  result.ok ? success({ body: { [name]: result.value } }) : result;

export const arrayOf = (items: object): object => ({ type: 'array', items });

/** One thing that was made or changed: its fields beside the envelope, and once more under its name. */
export const respondWithEntity = (
  name: string,
  result: Result<object>,
  status: 200 | 201 = 200,
): Result<JsonResponse> => (result.ok ? success({ status, body: { ...result.value, [name]: result.value } }) : result);

export const entityShape = (name: string, schema: { readonly properties: object }): ResponseShape => ({
  required: { ...(schema.properties as Readonly<Record<string, object>>), [name]: schema },
});

/** Nothing but the envelope. */
export const respondDone = (result: Result<unknown>): Result<JsonResponse> =>
  result.ok ? success({ body: {} }) : result;
export const emptyShape: ResponseShape = { required: {} };

/** How many of the records sent are new, and how many were there before. */
const count = { type: 'integer', minimum: 0 };
export const receiptShape = { required: { accepted: count, duplicates: count } } satisfies ResponseShape;
