import type { Config } from '../../schema/config/config.js';
import type { UplinkView } from '../../schema/uplinks/uplink.js';
import { createGatewayClient } from '../gateway/gateway-client.js';

/** Listens on all addresses, the loopback one included. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '': '127.0.0.1' };

/**
 * The uplinks as the running gateway reports them to the key of WAYPOST_API_KEY; empty without a key, and if the gateway
 * does not answer: the store and a connection show the rest.
 */
export async function readUplinkStates(
  { host, port, tls }: Config['http'],
  { WAYPOST_API_KEY: apiKey = '' }: NodeJS.ProcessEnv,
): Promise<readonly UplinkView[]> {
  if (apiKey === '') return [];
  const name = ANY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host);
  const url = `${tls.enabled ? 'https' : 'http'}://${name}:${port}`;
  try {
    const gateway = await createGatewayClient({ url, user: 'admin', apiKey });
    return (await gateway.call('GET', '/api/uplinks')).uplinks as readonly UplinkView[];
  } catch {
    return [];
  }
}
