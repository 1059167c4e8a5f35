/** What a call came to: a value, or a failure with the API's stable word (`unreachable`: nobody answered). */
export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiFailure;
export type ApiFailure = { readonly ok: false; readonly code: string; readonly message: string };

/** A file as the API sends it; `more`: the query of the page that follows. */
export type ApiFile = { readonly blob: Blob; readonly name: string; readonly nextQuery: string | null };

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Api = {
  /** `path` from `/api` on. What the answer holds is the caller's knowledge of the API. */
  readonly get: <T>(path: string) => Promise<ApiResult<T>>;
  readonly send: <T>(method: WriteMethod, path: string, body?: unknown) => Promise<ApiResult<T>>;
  readonly file: (path: string) => Promise<ApiResult<ApiFile>>;
  /** an answer that lasts, as it comes; a refusal is an answer too */
  readonly open: (path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;
};

type ApiRequest = Pick<RequestInit, 'method' | 'body' | 'signal'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

export type ApiOptions = {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | undefined;
  /** Hears of every 401 to a call with a token: it, its user or his key has ended. */
  readonly onSignedOut: (code: string) => void;
};

export function createApi({ fetch, token, onSignedOut }: ApiOptions): Api {
  /** With the token as it was then: one that ended is no reason to end the next. */
  async function authorizedFetch(path: string, { headers, ...init }: ApiRequest) {
    const sentToken = token();
    const authorization = sentToken === undefined ? {} : { Authorization: `Bearer ${sentToken}` };
    const response = await fetch(path, { ...init, headers: { ...headers, ...authorization }, cache: 'no-store' });
    if (response.status === 401 && sentToken !== undefined && sentToken === token()) {
      onSignedOut((await readFailure(response.clone())).code);
    }
    return response;
  }

  async function call<T>(path: string, init: ApiRequest, read: (response: Response) => Promise<T>) {
    try {
      const response = await authorizedFetch(path, init);
      return response.ok ? ({ ok: true, value: await read(response) } as const) : await readFailure(response);
    } catch (error) {
      return { ok: false, code: 'unreachable', message: error instanceof Error ? error.message : '' } as const;
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
    file: (path) =>
      call(path, {}, async (response) => ({
        blob: await response.blob(),
        name: /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'waypost',
        nextQuery: /<(\?[^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null,
      })),
    open: (path, headers, signal) => authorizedFetch(path, { headers, signal }),
  };
}

/** Whatever stands between may have answered in its own words. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown; error?: unknown };
  const code = typeof body.code === 'string' ? body.code : `status_${response.status}`;
  return { ok: false, code, message: typeof body.error === 'string' ? body.error : '' };
}
