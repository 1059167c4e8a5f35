import { channelPorts } from './channels/index.js';
import { WaypostError } from './errors.js';
import type { Config } from './schema/config/config.js';
import { isTcpPath } from './schema/ports/port-path.js';
import { deviceNodeOf } from './serial/linux/resolve.js';

/** Do two paths lead to one device, as far as can be seen at present? */
async function isSameDevice(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  return !isTcpPath(one) && !isTcpPath(other) && (await deviceNodeOf(one)) === (await deviceNodeOf(other));
}

/** Throws if a tracker's port is also the port of a channel: neither device may get what is sent to the other. */
export async function assertModemPortNotShared({ serial, notifications }: Config): Promise<void> {
  for (const { channel, path: modem } of channelPorts(notifications)) {
    for (const [index, { path }] of serial.ports.entries()) {
      if (!(await isSameDevice(path, modem))) continue;
      throw new WaypostError(
        'validation_failed',
        `configuration: serial.ports.${index}.path (${path}) and notifications.${channel}.path (${modem}) are one device: ` +
          'leave the modem out of serial.ports, or name another port for one of the two',
      );
    }
  }
}
