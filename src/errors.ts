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

/** Invalid input is returned, not thrown. */
export type Failure<Code extends string = ErrorCode> = {
  readonly ok: false;
  readonly code: Code;
  readonly message: string;
  /** seconds until a retry may succeed */
  readonly retryAfter?: number;
  /** size of the file, if a range of it was requested */
  readonly bytes?: number;
};
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

  constructor(code: ErrorCode, message: string, options: ErrorOptions & Pick<Failure, 'retryAfter'> = {}) {
    const { retryAfter } = options;
    super(message, options);
    this.name = 'WaypostError';
    this.code = code;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** The value of a result; throws its failure. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new WaypostError(result.code, result.message);
}

/** The message of any thrown value. */
/** Where JSON.parse found no JSON, if its message has the place; the rest of the message quotes the text. */
export const jsonPlaceOf = (error: unknown): string => / at position \d+/.exec(messageOf(error))?.[0] ?? '';

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The errno name of a system error (`ENOSPC`); undefined for any other thrown value. */
export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
