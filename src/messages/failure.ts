import { english } from './english.js';
import type { GatewayMessage } from './message.js';

/** Every error code of the API, with its HTTP status. */
const STATUS_BY_CODE = {
  validation_failed: 400,
  invalid_credentials: 401,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  forbidden: 403,
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  no_license: 409,
  device_expired: 409,
  limit_reached: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unknown_host: 421,
  rate_limited: 429,
  internal: 500,
  store_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** The HTTP status of an error code; serial protocols with status numbers use the same ones. */
export const statusOf = (code: ErrorCode): number => STATUS_BY_CODE[code];

/** The HTTP status of a row with this code; undefined: it has no code of the API. */
export const statusOfRow = (code: string | null): number | undefined =>
  code !== null && Object.hasOwn(STATUS_BY_CODE, code) ? statusOf(code as ErrorCode) : undefined;

/** Invalid input is returned, not thrown. */
export type Failure<Code extends string = ErrorCode> = {
  readonly ok: false;
  readonly code: Code;
  /** the English sentence */
  readonly message: string;
  /** what the sentence is made of */
  readonly data?: GatewayMessage;
  /** JSON pointer of the one field that is wrong, or `/` and the name of a query parameter */
  readonly field?: string;
  /** seconds until a retry may succeed */
  readonly retryAfter?: number;
  /** size of the file, if a range of it was requested */
  readonly bytes?: number;
};

/** A failure of a row, with its English sentence. */
export const failureOf = <Code extends string>(code: Code, data: GatewayMessage, field?: string): Failure<Code> =>
  field === undefined || field === ''
    ? { ok: false, code, message: english(data), data }
    : { ok: false, code, message: english(data, field), data, field };

/** The failure of a value that has its place at `pointer`. */
export function inField<Code extends string>(pointer: string, failed: Failure<Code>): Failure<Code> {
  const { code, message, data, field = '' } = failed;
  if (data === undefined) return { ...failed, message: `${pointer}${message}` };
  return { ...failed, ...failureOf(code, data, `${pointer}${field}`) };
}

/** The failure with the time after which a retry may succeed. */
export const withRetry = <Code extends string>(failed: Failure<Code>, retryAfter: number): Failure<Code> => ({
  ...failed,
  retryAfter,
});
