import { WaypostError } from './errors.js';
import type { Config } from './schema/config.js';
import { isTcpPath } from './schema/port-path.js';
import { nodeOf } from './serial/machine/resolve.js';

/** Do two paths lead to one device, as far as can be seen at present? */
async function isSame(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  return !isTcpPath(one) && !isTcpPath(other) && (await nodeOf(one)) === (await nodeOf(other));
}

/** A modem must not get what is said to a tracker, nor the other way round. Throws where one port is to be both. */
export async function refuseSharedPort({ serial, notifications }: Config): Promise<void> {
  const { path: modem } = notifications.sms;
  if (modem === '') return;
  for (const [place, { path }] of serial.ports.entries()) {
    if (!(await isSame(path, modem))) continue;
    throw new WaypostError(
      'validation_failed',
      `configuration: serial.ports.${place}.path (${path}) and notifications.sms.path (${modem}) are one device: ` +
        'leave the modem out of serial.ports, or name another port for one of the two',
    );
  }
}
