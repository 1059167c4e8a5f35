/** What a call came to: a value, or a failure with the API's stable word (`unreachable`: nobody answered). */
export type Answer<T> = { readonly ok: true; readonly value: T } | CallFailure;
export type CallFailure = { readonly ok: false; readonly code: string; readonly message: string };

/** A file as the API sends it; `more`: the query of the page that follows. */
export type SentFile = { readonly blob: Blob; readonly name: string; readonly more: string | null };

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Api = {
  /** `path` from `/api` on. What the answer holds is the caller's knowledge of the API. */
  readonly get: <T>(path: string) => Promise<Answer<T>>;
  readonly send: <T>(method: Method, path: string, body?: unknown) => Promise<Answer<T>>;
  readonly file: (path: string) => Promise<Answer<SentFile>>;
  /** an answer that lasts, as it comes; a refusal is an answer too */
  readonly open: (path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;
};

type Request = Pick<RequestInit, 'method' | 'body' | 'signal'> & {
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
  async function ask(path: string, { headers, ...init }: Request) {
    const held = token();
    const authorization = held === undefined ? {} : { Authorization: `Bearer ${held}` };
    const response = await fetch(path, { ...init, headers: { ...headers, ...authorization }, cache: 'no-store' });
    if (response.status === 401 && held !== undefined && held === token()) {
      onSignedOut((await failureOf(response.clone())).code);
    }
    return response;
  }

  async function call<T>(path: string, init: Request, read: (response: Response) => Promise<T>) {
    try {
      const response = await ask(path, init);
      return response.ok ? ({ ok: true, value: await read(response) } as const) : await failureOf(response);
    } catch (error) {
      return { ok: false, code: 'unreachable', message: error instanceof Error ? error.message : '' } as const;
    }
  }

  return {
    get: <T>(path: string) => call(path, {}, (response) => response.json() as Promise<T>),
    send: <T>(method: Method, path: string, body?: unknown) =>
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
        more: /<(\?[^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null,
      })),
    open: (path, headers, signal) => ask(path, { headers, signal }),
  };
}

/** Whatever stands between may have answered in its own words. */
export async function failureOf(response: Response): Promise<CallFailure> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown; error?: unknown };
  const code = typeof body.code === 'string' ? body.code : `status_${response.status}`;
  return { ok: false, code, message: typeof body.error === 'string' ? body.error : '' };
}
