import type { Location } from '../../../src/schema/records/location.js';
import type { Client } from './client.js';

/** All locations of the device, read page by page over the API. */
export async function everyLocationOf(client: Client, deviceId: string): Promise<Location[]> {
  const always = { from: '1970-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' };
  const found: Location[] = [];
  let cursor: unknown;
  do {
    const query = cursor === undefined ? always : { ...always, cursor };
    const { body } = await client.call('POST', `/api/devices/${deviceId}/locations`, query);
    found.push(...(body.locations as Location[]));
    cursor = body.next;
  } while (cursor !== undefined);
  return found;
}
