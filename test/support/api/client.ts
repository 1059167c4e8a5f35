import { expectDocumented } from './document.js';

/** A client of the API, as a dashboard uses it. */
export type Client = {
  readonly call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer }>;
  readonly token: string;
};
export type Answer = Record<string, unknown> & { success: boolean; error: string | null };

type Options = { readonly userName?: string; readonly apiKey: string };

/** Signs in. `url` is the gateway's URL without a path. */
export async function signIn(url: string, { userName = 'admin', apiKey }: Options): Promise<Client> {
  const { status, body } = await request(url, 'POST', '/api/Auth/Token', { userName, apiKey });
  if (typeof body.token !== 'string') throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
  const { token } = body;
  return {
    token,
    call: (method, path, sent) => request(url, method, path, sent, { Authorization: `Bearer ${token}` }),
  };
}

/** Sends one request; `body` is sent as JSON unless it is a string or bytes. The response must match the documentation. */
export async function request(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Answer; headers: Headers }> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const { status } = response;
  const answer = (await response.json()) as Answer;
  expectDocumented({ method, path, status, contentType: response.headers.get('Content-Type') ?? '', body: answer });
  return { status, body: answer, headers: response.headers };
}
