import type { Location } from '../../../src/schema/records/location.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import type { Client } from './client.js';

/** Queries of a running gateway over the API. */

export async function portsOf({ call }: Client): Promise<readonly PortStatus[]> {
  const { body } = await call('GET', '/api/ports');
  return body.ports as readonly PortStatus[];
}

export async function portAt(client: Client, path: string): Promise<PortStatus> {
  const port = (await portsOf(client)).find((one) => one.path === path);
  if (port === undefined) throw new Error(`${path} is no port of the gateway`);
  return port;
}

export async function lastLocationOf({ call }: Client, deviceId: string): Promise<Location | null> {
  const { status, body } = await call('GET', `/api/devices/${deviceId}/lastLocation`);
  // A device bound to a port is created by its first report.
  return status === 404 ? null : (body.lastLocation as Location | null);
}

/** All locations of a device, oldest first, read page by page; none for an unknown device. */
export async function historyOf({ call }: Client, deviceId: string, limit = 500): Promise<Location[]> {
  const query = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', limit };
  const found: Location[] = [];
  let cursor: unknown;
  do {
    const asked = cursor === undefined ? query : { ...query, cursor };
    const { status, body } = await call('POST', `/api/devices/${deviceId}/locations`, asked);
    if (status === 404) return [];
    if (status !== 200) throw new Error(`${deviceId}: ${status} ${JSON.stringify(body)}`);
    found.push(...(body.locations as Location[]));
    cursor = body.next;
  } while (cursor !== undefined);
  return found;
}
