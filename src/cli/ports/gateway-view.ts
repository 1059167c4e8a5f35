import type { PortStatus } from '../../schema/ports/port.js';
import { createGatewayClient, type GatewayAccess } from '../gateway/gateway-client.js';

/** The ports as a running gateway sees them. Throws a WaypostError with what to check when it does not say. */
export async function gatewayPorts(access: GatewayAccess): Promise<readonly PortStatus[]> {
  const gateway = await createGatewayClient(access);
  const { ports } = await gateway.call('GET', '/api/ports');
  return Array.isArray(ports) ? (ports as PortStatus[]) : [];
}
