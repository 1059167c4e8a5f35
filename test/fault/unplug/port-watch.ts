import { setTimeout as delay } from 'node:timers/promises';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import { portsOf } from '../../support/ask.js';
import type { Client } from '../../support/client.js';

/** What the gateway says of the port at a path. */
export type PortWatch = (path: string) => Promise<PortStatus>;

/** ms from one question to the next */
const pause = 25;

/** However many want to know, it is asked once for all of them, and with a pause: asking is no load. */
export function createPortWatch(client: Client): PortWatch {
  let asked: Promise<readonly PortStatus[]> | undefined;
  const ask = async (): Promise<readonly PortStatus[]> => {
    await delay(pause);
    asked = undefined;
    return portsOf(client);
  };
  return async (path) => {
    const port = (await (asked ??= ask())).find((one) => one.path === path);
    if (port === undefined) throw new Error(`${path} is no port of the gateway`);
    return port;
  };
}
