import type { GatewaySettings } from '../../config.js';
import type { UplinkView } from '../../schema/uplinks/uplink.js';
import { createGatewayClient } from '../gateway/gateway-client.js';
import { configuredAddress } from '../gateway/gateway-address.js';

/**
 * The uplinks as the running gateway reports them to the key of WAYPOST_API_KEY; empty without a key, and if the gateway
 * does not answer: the store and a connection show the rest.
 */
export async function readUplinkStates(
  settings: Pick<GatewaySettings, 'config' | 'data'>,
  { WAYPOST_API_KEY: apiKey = '' }: NodeJS.ProcessEnv,
): Promise<readonly UplinkView[]> {
  if (apiKey === '') return [];
  try {
    const gateway = await createGatewayClient({ ...(await configuredAddress(settings)), user: 'admin', apiKey });
    return (await gateway.call('GET', '/api/uplinks')).uplinks as readonly UplinkView[];
  } catch {
    return [];
  }
}
