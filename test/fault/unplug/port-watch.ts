import { setTimeout as delay } from 'node:timers/promises';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import { portsOf } from '../../support/api/api-queries.js';
import type { Client } from '../../support/api/client.js';

/** Returns the status of the port at a path. */
export type PortWatch = (path: string) => Promise<PortStatus>;

/** between two requests */
const PAUSE_MS = 25;

/** Concurrent callers share one request, with a pause between requests, so that polling is no load. */
export function createPortWatch(client: Client): PortWatch {
  let pending: Promise<readonly PortStatus[]> | undefined;
  const request = async (): Promise<readonly PortStatus[]> => {
    await delay(PAUSE_MS);
    pending = undefined;
    return portsOf(client);
  };
  return async (path) => {
    const port = (await (pending ??= request())).find((one) => one.path === path);
    if (port === undefined) throw new Error(`${path} is not a port of the gateway`);
    return port;
  };
}
