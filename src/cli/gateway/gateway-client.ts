import { isObject } from '../../domain/json.js';
import { messageOf, WaypostError, type ErrorCode } from '../../errors.js';
import { withOptionNames } from '../options/option-errors.js';

export type GatewayAccess = { readonly url: string; readonly user: string; readonly apiKey: string };

type ApiResponse = Readonly<Record<string, unknown>>;

/** How a command says what the gateway refuses it. */
export type ErrorWording = {
  /** its options, like `--time-zone`: a field that one of them sets is called by it */
  readonly options?: readonly string[];
  /** the way out, by the `code` of the answer */
  readonly remedies?: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** A running gateway, asked over its API. What it refuses, and when it does not answer, is a WaypostError. */
export type GatewayClient = {
  readonly call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<ApiResponse>;
  /** what is no JSON */
  readonly text: (path: string) => Promise<string>;
  /** the id of the user who is signed in */
  readonly userId: () => string;
};

/** A provisioning that is ended is waited for. */
const RESPONSE_TIMEOUT_MS = 30_000;
const TOKEN_PATH = '/api/Auth/Token';

export async function createGatewayClient(
  { url, user, apiKey }: GatewayAccess,
  wording: ErrorWording = {},
): Promise<GatewayClient> {
  const json = { 'Content-Type': 'application/json' };
  const credentials = JSON.stringify({ userName: user, apiKey });
  const { token } = await callApi(url, TOKEN_PATH, { method: 'POST', headers: json, body: credentials });
  return {
    call: (method, path, body) =>
      callApi(
        url,
        path,
        {
          method,
          headers: { ...json, Authorization: `Bearer ${String(token)}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        wording,
      ),
    text: async (path) =>
      (await send(url, path, { method: 'GET', headers: { Authorization: `Bearer ${String(token)}` } })).text(),
    userId: () => subjectOf(String(token)),
  };
}

/** `sub`: it is asked for, not relied on, so nothing is checked. */
function subjectOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { readonly sub: string }).sub;
}

/** The key of the environment; without it nothing can be asked. */
export function apiKeyOf(env: NodeJS.ProcessEnv): string {
  const { WAYPOST_API_KEY: apiKey } = env;
  if (apiKey !== undefined && apiKey !== '') return apiKey;
  throw new WaypostError('validation_failed', 'WAYPOST_API_KEY is not set: set it to the API key of the user (--user)');
}

async function send(url: string, path: string, request: RequestInit, wording: ErrorWording = {}): Promise<Response> {
  if (!URL.canParse(path, url)) {
    throw new WaypostError('validation_failed', `--url must be like http://127.0.0.1:8080, not "${url}"`);
  }
  const response = await fetch(new URL(path, url), {
    ...request,
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  }).catch((error: unknown) => {
    const why = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
    throw new WaypostError(
      'internal',
      `the gateway at ${url} does not answer (${why}): is it running there? --url names another; for its ` +
        'self-signed certificate set NODE_EXTRA_CA_CERTS to its tls-cert.pem',
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
    `the gateway at ${url} refuses ${path}: ${reason}${remedy === undefined ? '' : `: ${remedy}`}`,
  );
}

function signInRemedy(status: number, path: string): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const lostKeyHint = path === TOKEN_PATH ? '; for a key that is lost: waypost key new --help' : '';
  return `check WAYPOST_API_KEY and --user${lostKeyHint}`;
}

async function callApi(url: string, path: string, request: RequestInit, wording?: ErrorWording): Promise<ApiResponse> {
  const body: unknown = await (await send(url, path, request, wording)).json().catch(() => null);
  if (isObject(body)) return body;
  throw new WaypostError('internal', `the gateway at ${url} answers ${path} with no JSON: is it a Waypost?`);
}
