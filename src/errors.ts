import type { GatewayMessage } from './messages/message.js';
import type { ErrorCode, Failure } from './messages/failure.js';

export { statusOf, type ErrorCode, type Failure } from './messages/failure.js';

export type Success<T> = { readonly ok: true; readonly value: T };
/** `Code`: error codes of one topic, for failures that are not those of the API. */
export type Result<T, Code extends string = ErrorCode> = Success<T> | Failure<Code>;

export const success = <T>(value: T): Success<T> => ({ ok: true, value });
export const failure = <Code extends string>(code: Code, message: string): Failure<Code> => ({
  ok: false,
  code,
  message,
});

/** An expected error that prevents an operation: the disk is full, the folder is in use, the configuration is invalid. */
export class WaypostError extends Error {
  readonly code: ErrorCode;
  /** seconds until a retry may succeed */
  readonly retryAfter?: number;
  /** what the message is made of */
  readonly data?: GatewayMessage;
  readonly field?: string;

  constructor(code: ErrorCode, message: string, options: ErrorOptions & FailureDetails = {}) {
    const { retryAfter, data, field } = options;
    super(message, options);
    this.name = 'WaypostError';
    this.code = code;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    if (data !== undefined) this.data = data;
    if (field !== undefined) this.field = field;
  }
}

type FailureDetails = Pick<Failure, 'retryAfter' | 'data' | 'field'>;

/** The failure as an error to throw. */
export const errorOf = ({ code, message, ...details }: Failure, options: ErrorOptions = {}): WaypostError =>
  new WaypostError(code, message, { ...options, ...details });

/** The failure that an error carries. */
export function failureIn({ code, message, retryAfter, data, field }: WaypostError): Failure {
  return {
    ...failure(code, message),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(data !== undefined && { data }),
    ...(field !== undefined && { field }),
  };
}

/** The value of a result; throws its failure. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw errorOf(result);
}

/** Where JSON.parse found no JSON, if its message has the place; the rest of the message quotes the text. */
export const jsonPlaceOf = (error: unknown): string => / at position \d+/.exec(messageOf(error))?.[0] ?? '';

/** The message of any thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The cause inside of another sentence: the message of a failure, or the text of any other error. */
export const causeOf = (thrown: unknown): GatewayMessage | string =>
  thrown instanceof WaypostError && thrown.data !== undefined && thrown.field === undefined
    ? thrown.data
    : messageOf(thrown);

/** The errno name of a system error (`ENOSPC`); undefined for any other thrown value. */
export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
