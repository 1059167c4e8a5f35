import { success, type Result } from '../errors.js';
import type { AnswerShape, JsonAnswer } from './route.js';

/** The ways in which the handlers answer, each with the shape that documents it. */

/** `value` under `name`. */
export const answerWith = <T>(name: string, result: Result<T>): Result<JsonAnswer> =>
  result.ok ? success({ body: { [name]: result.value } }) : result;

export const listOf = (items: object): object => ({ type: 'array', items });

/** One thing that was made or changed: its fields beside the envelope, and once more under its name. */
export const answerBoth = (name: string, result: Result<object>, status: 200 | 201 = 200): Result<JsonAnswer> =>
  result.ok ? success({ status, body: { ...result.value, [name]: result.value } }) : result;

export const shapeOfBoth = (name: string, schema: { readonly properties: object }): AnswerShape => ({
  required: { ...(schema.properties as Readonly<Record<string, object>>), [name]: schema },
});

/** Nothing but the envelope. */
export const answerDone = (result: Result<unknown>): Result<JsonAnswer> => (result.ok ? success({ body: {} }) : result);
export const shapeOfDone: AnswerShape = { required: {} };

/** How many of the records sent are new, and how many were there before. */
const count = { type: 'integer', minimum: 0 };
export const receiptShape = { required: { accepted: count, duplicates: count } } satisfies AnswerShape;
