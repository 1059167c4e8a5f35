import type { Config } from '../../schema/config/config.js';
import type { UplinkView } from '../../schema/uplinks/uplink.js';
import { createGatewayClient } from '../gateway/gateway-client.js';
import { browserAddresses } from '../serve/first-sign-in.js';

/**
 * The uplinks as the running gateway reports them to the key of WAYPOST_API_KEY; empty without a key, and if the gateway
 * does not answer: the store and a connection show the rest.
 */
export async function readUplinkStates(
  { host, port, tls }: Config['http'],
  { WAYPOST_API_KEY: apiKey = '' }: NodeJS.ProcessEnv,
): Promise<readonly UplinkView[]> {
  if (apiKey === '') return [];
  // Without those of the network, the address on this machine.
  const [url = ''] = browserAddresses({ scheme: tls.enabled ? 'https' : 'http', host, port }, {});
  try {
    const gateway = await createGatewayClient({ url, user: 'admin', apiKey });
    return (await gateway.call('GET', '/api/uplinks')).uplinks as readonly UplinkView[];
  } catch {
    return [];
  }
}
