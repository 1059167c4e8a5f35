import { isObject } from '../domain/json.js';
import { messageOf, WaypostError, type ErrorCode } from '../errors.js';
import { inOptions } from './in-options.js';

export type GatewayAccess = { readonly url: string; readonly user: string; readonly apiKey: string };

type Answer = Readonly<Record<string, unknown>>;

/** How a command says what the gateway refuses it. */
export type Wording = {
  /** its options, like `--time-zone`: a field that one of them sets is called by it */
  readonly options?: readonly string[];
  /** the way out, by the `code` of the answer */
  readonly remedies?: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** A running gateway, asked over its API. What it refuses, and when it does not answer, is a WaypostError. */
export type Gateway = {
  readonly call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Answer>;
  /** what is no JSON */
  readonly text: (path: string) => Promise<string>;
  /** the id of the user who is signed in */
  readonly userId: () => string;
};

/** A provisioning that is ended is waited for. */
const answerMs = 30_000;
const tokenPath = '/api/Auth/Token';

export async function createGateway({ url, user, apiKey }: GatewayAccess, wording: Wording = {}): Promise<Gateway> {
  const json = { 'Content-Type': 'application/json' };
  const credentials = JSON.stringify({ userName: user, apiKey });
  const { token } = await ask(url, tokenPath, { method: 'POST', headers: json, body: credentials });
  return {
    call: (method, path, body) =>
      ask(
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

async function send(url: string, path: string, request: RequestInit, wording: Wording = {}): Promise<Response> {
  if (!URL.canParse(path, url)) {
    throw new WaypostError('validation_failed', `--url must be like http://127.0.0.1:8080, not "${url}"`);
  }
  const response = await fetch(new URL(path, url), { ...request, signal: AbortSignal.timeout(answerMs) }).catch(
    (error: unknown) => {
      const why = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
      throw new WaypostError(
        'internal',
        `the gateway at ${url} does not answer (${why}): is it running there? --url names another; for its ` +
          'self-signed certificate set NODE_EXTRA_CA_CERTS to its tls-cert.pem',
      );
    },
  );
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const { error, code } = isObject(answer) ? answer : {};
  const said = typeof error === 'string' ? inOptions(error, wording.options) : `status ${response.status}`;
  const way = wayOut(response.status, path) ?? Object.entries(wording.remedies ?? {}).find(([of]) => of === code)?.[1];
  throw new WaypostError(
    response.status === 403 ? 'forbidden' : 'internal',
    `the gateway at ${url} refuses ${path}: ${said}${way === undefined ? '' : `: ${way}`}`,
  );
}

function wayOut(status: number, path: string): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const lost = path === tokenPath ? '; for a key that is lost: waypost key new --help' : '';
  return `check WAYPOST_API_KEY and --user${lost}`;
}

async function ask(url: string, path: string, request: RequestInit, wording?: Wording): Promise<Answer> {
  const answer: unknown = await (await send(url, path, request, wording)).json().catch(() => null);
  if (isObject(answer)) return answer;
  throw new WaypostError('internal', `the gateway at ${url} answers ${path} with no JSON: is it a Waypost?`);
}
