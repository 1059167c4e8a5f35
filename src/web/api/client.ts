import type { GatewayMessage } from '../../messages/message.js';

/** The result of a call: a value, or a failure with the API's error code (`unreachable`: no response). */
export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;
export type ApiFailure = {
  readonly ok: false;
  readonly code: string;
  /** the gateway's sentence, in English; empty: it has none to add to the code */
  readonly text: string;
  /** what the sentence is made of */
  readonly message?: GatewayMessage;
  /** the one field that is wrong: a JSON pointer into the body */
  readonly field?: string;
};

/** A file from the API; `more`: the query of the next page. */
type ApiFile = { readonly blob: Blob; readonly name: string; readonly nextQuery: string | null };

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Api = {
  /** `path` starts with `/api`. The caller states the type of the response. */
  readonly get: <T>(path: string) => Promise<ApiResult<T>>;
  readonly send: <T>(method: WriteMethod, path: string, body?: unknown) => Promise<ApiResult<T>>;
  /** sends bytes as they are */
  readonly sendBytes: <T>(path: string, bytes: Blob) => Promise<ApiResult<T>>;
  /** posts a file with the content type of the blob */
  readonly sendFile: <T>(path: string, file: Blob) => Promise<ApiResult<T>>;
  readonly file: (path: string) => Promise<ApiResult<ApiFile>>;
  /** a streamed response; a refusal is a response too */
  readonly open: (path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;
};

type ApiRequest = Pick<RequestInit, 'method' | 'body' | 'signal'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

export type ApiOptions = {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | undefined;
  /** of the names that the gateway translates; the browser's by default */
  readonly language?: () => string;
  /** Called for a call that needs a recent confirmation of the user; true: the call is repeated. */
  readonly confirm: () => Promise<boolean>;
  /** Called for every 401 to a call with a token: the token, its user or the API key has become invalid. */
  readonly onSignedOut: (code: string) => void;
  /** Called for every 503: the gateway cannot do it at present. */
  readonly onUnavailable?: () => void;
};

export function createApi({ fetch, token, language, confirm, onSignedOut, onUnavailable }: ApiOptions): Api {
  /** With the token of the call, because an expired token must not end a newer sign-in. */
  async function authorizedFetch(path: string, { headers, ...init }: ApiRequest) {
    const sentToken = token();
    const authorization = sentToken === undefined ? {} : { Authorization: `Bearer ${sentToken}` };
    const accepted = language === undefined ? {} : { 'Accept-Language': language() };
    const allHeaders = { ...headers, ...accepted, ...authorization };
    const response = await fetch(path, { ...init, headers: allHeaders, cache: 'no-store' });
    if (response.status === 401 && sentToken !== undefined && sentToken === token()) {
      const { code } = await readFailure(response.clone());
      // A wrong password leaves the token valid.
      if (code !== 'invalid_credentials') onSignedOut(code);
    }
    if (response.status === 503) onUnavailable?.();
    return response;
  }

  async function call<T>(
    path: string,
    init: ApiRequest,
    read: (response: Response) => Promise<T>,
    isRepeated = false,
  ): Promise<ApiResult<T>> {
    try {
      const response = await authorizedFetch(path, init);
      if (response.ok) return { ok: true, value: await read(response) };
      const failure = await readFailure(response);
      if (failure.code !== 'confirmation_required' || isRepeated) return failure;
      return (await confirm()) ? await call(path, init, read, true) : { ok: false, code: failure.code, text: '' };
    } catch (error) {
      return { ok: false, code: 'unreachable', text: error instanceof Error ? error.message : '' };
    }
  }

  return {
    get: <T>(path: string) => call(path, {}, (response) => response.json() as Promise<T>),
    send: <T>(method: WriteMethod, path: string, body?: unknown) =>
      call(
        path,
        body === undefined
          ? { method }
          : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } },
        (response) => response.json() as Promise<T>,
      ),
    sendBytes: <T>(path: string, bytes: Blob) =>
      call(
        path,
        { method: 'PUT', body: bytes, headers: { 'Content-Type': 'application/octet-stream' } },
        (response) => response.json() as Promise<T>,
      ),
    sendFile: <T>(path: string, file: Blob) =>
      call(
        path,
        { method: 'POST', body: file, headers: { 'Content-Type': file.type } },
        (response) => response.json() as Promise<T>,
      ),
    file: (path) =>
      call(path, {}, async (response) => ({
        blob: await response.blob(),
        name: /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'waypost',
        nextQuery: /<(\?[^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null,
      })),
    open: (path, headers, signal) => authorizedFetch(path, { headers, signal }),
  };
}

/** Whether its id is known and its values fit is seen when it is shown. */
const isMessage = (value: unknown): value is GatewayMessage =>
  typeof value === 'object' && value !== null && 'id' in value && 'values' in value;

/** A proxy in between may have sent a body of its own. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const { code, error, message, field } = (await response.json().catch(() => ({}))) as Readonly<
    Record<string, unknown>
  >;
  return {
    ok: false,
    code: typeof code === 'string' ? code : `status_${response.status}`,
    text: typeof error === 'string' ? error : '',
    ...(isMessage(message) && { message }),
    ...(typeof field === 'string' && { field }),
  };
}
