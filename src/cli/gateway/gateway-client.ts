import { isObject } from '../../domain/json.js';
import { messageOf, WaypostError, type ErrorCode } from '../../errors.js';
import { withOptionNames } from '../options/option-errors.js';
import type { GatewayAddress } from './gateway-address.js';

export type GatewayAccess = GatewayAddress & { readonly user: string; readonly apiKey: string };

type ApiResponse = Readonly<Record<string, unknown>>;

/** How a command words the errors of the API. */
export type ErrorWording = {
  /** options of the command, like `--time-zone`; error messages name them instead of the fields that they set */
  readonly options?: readonly string[];
  /** what to do, by the `code` of the response */
  readonly remedies?: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** A client of a running gateway. Throws a WaypostError if the gateway refuses a request or does not answer. */
export type GatewayClient = {
  readonly call: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<ApiResponse>;
  /** POST of a file */
  readonly upload: (path: string, contentType: string, bytes: Uint8Array<ArrayBuffer>) => Promise<ApiResponse>;
  /** GET of a response that is not JSON */
  readonly text: (path: string) => Promise<string>;
  /** GET of a file; `next`: query of the next page, if the response is not all of it */
  readonly file: (path: string) => Promise<{ readonly text: string; readonly next: URLSearchParams | undefined }>;
  /** id of the user who is signed in */
  readonly userId: () => string;
  /** of this sign-in */
  readonly token: { readonly token: string; readonly expires: string };
};

/** The slowest request is the end of a provisioning session, which waits for its ports. */
const RESPONSE_TIMEOUT_MS = 30_000;
const TOKEN_PATH = '/api/Auth/Token';

export async function createGatewayClient(
  { user, apiKey, ...at }: GatewayAccess,
  wording: ErrorWording = {},
): Promise<GatewayClient> {
  const json = { 'Content-Type': 'application/json' };
  const credentials = JSON.stringify({ userName: user, apiKey });
  const { token, expires } = await callApi(at, TOKEN_PATH, { method: 'POST', headers: json, body: credentials });
  const get = (path: string): Promise<Response> =>
    send(at, path, { method: 'GET', headers: { Authorization: `Bearer ${String(token)}` } }, wording);
  return {
    call: (method, path, body) =>
      callApi(
        at,
        path,
        {
          method,
          headers: { ...json, Authorization: `Bearer ${String(token)}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        wording,
      ),
    upload(path, contentType, bytes) {
      const headers = { 'Content-Type': contentType, Authorization: `Bearer ${String(token)}` };
      return callApi(at, path, { method: 'POST', headers, body: bytes }, wording);
    },
    text: async (path) => (await get(path)).text(),
    async file(path) {
      const response = await get(path);
      const [, next] = /^<\?([^>]*)>; rel="next"$/.exec(response.headers.get('Link') ?? '') ?? [];
      return { text: await response.text(), next: next === undefined ? undefined : new URLSearchParams(next) };
    },
    userId: () => subjectOf(String(token)),
    token: { token: String(token), expires: String(expires) },
  };
}

/** The `sub` of a token, which the gateway verifies with each request. */
function subjectOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { readonly sub: string }).sub;
}

/** The API key from the environment. Throws if it is not set. */
export function apiKeyOf(env: NodeJS.ProcessEnv): string {
  const { WAYPOST_API_KEY: apiKey } = env;
  if (apiKey !== undefined && apiKey !== '') return apiKey;
  throw new WaypostError('validation_failed', 'WAYPOST_API_KEY is not set: set it to the API key of the user (--user)');
}

type ApiRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
};

async function answerOf({ certificate }: GatewayAddress, url: URL, request: ApiRequest): Promise<Response> {
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  if (certificate === undefined) return fetch(url, { ...request, signal });
  // Loaded on demand: few gateways have TLS.
  const { pinnedRequest } = await import('./pinned-request.js');
  return pinnedRequest(url, { ...request, signal }, certificate);
}

async function send(
  at: GatewayAddress,
  path: string,
  request: ApiRequest,
  wording: ErrorWording = {},
): Promise<Response> {
  const { url } = at;
  if (!URL.canParse(path, url)) {
    throw new WaypostError('validation_failed', `--url must be like http://127.0.0.1:8080, not "${url}"`);
  }
  const response = await answerOf(at, new URL(path, url), request).catch((error: unknown) => {
    const why = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
    throw new WaypostError(
      'internal',
      `the gateway at ${url} does not answer (${why}): start it, or name another one with --url; ` +
        (at.doubt ?? 'to trust a self-signed certificate, set NODE_EXTRA_CA_CERTS to its tls-cert.pem'),
    );
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const { error, code } = isObject(body) ? body : {};
  const reason = typeof error === 'string' ? withOptionNames(error, wording.options) : `status ${response.status}`;
  const remedy =
    signInRemedy(response.status, path) ?? Object.entries(wording.remedies ?? {}).find(([of]) => of === code)?.[1];
  throw new WaypostError(
    response.status === 403 ? 'forbidden' : 'internal',
    `the gateway at ${url} refused ${path}: ${reason}${remedy === undefined ? '' : `: ${remedy}`}`,
  );
}

function signInRemedy(status: number, path: string): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const lostKeyHint = path === TOKEN_PATH ? '; to replace a lost key: waypost key new --help' : '';
  return `check WAYPOST_API_KEY and --user${lostKeyHint}`;
}

async function callApi(
  at: GatewayAddress,
  path: string,
  request: ApiRequest,
  wording?: ErrorWording,
): Promise<ApiResponse> {
  const body: unknown = await (await send(at, path, request, wording)).json().catch(() => null);
  if (isObject(body)) return body;
  throw new WaypostError(
    'internal',
    `the response of ${at.url} to ${path} is not JSON: check that a Waypost gateway runs there`,
  );
}
