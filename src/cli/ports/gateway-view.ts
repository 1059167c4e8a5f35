import { isObject } from '../../domain/json.js';
import { messageOf, WaypostError } from '../../errors.js';
import type { PortStatus } from '../../schema/port.js';

export type GatewayAccess = { readonly url: string; readonly user: string; readonly apiKey: string };

const answerMs = 5_000;

/** The ports as a running gateway sees them. Throws a WaypostError with what to check when it does not say. */
export async function gatewayPorts({ url, user, apiKey }: GatewayAccess): Promise<readonly PortStatus[]> {
  const token = await ask(url, '/api/Auth/Token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName: user, apiKey }),
  });
  const answer = await ask(url, '/api/ports', { headers: { Authorization: `Bearer ${String(token.token)}` } });
  return Array.isArray(answer.ports) ? (answer.ports as PortStatus[]) : [];
}

async function ask(url: string, path: string, request: RequestInit): Promise<Record<string, unknown>> {
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
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isObject(answer)) return answer;
  const said = isObject(answer) && typeof answer.error === 'string' ? answer.error : `status ${response.status}`;
  throw new WaypostError(
    'internal',
    `the gateway at ${url} refuses ${path}: ${said}: check WAYPOST_API_KEY and --user`,
  );
}
