import { channelPorts } from './channels/index.js';
import { WaypostError } from './errors.js';
import type { Config } from './schema/config/config.js';
import { isNetworkPath } from './schema/ports/port-path.js';
import { deviceNodeOf } from './serial/linux/resolve.js';

/** Do both paths lead to the same device? Only devices that are present can be compared. */
export async function isSameDevice(path: string, other: string): Promise<boolean> {
  if (path === other) return true;
  return !isNetworkPath(path) && !isNetworkPath(other) && (await deviceNodeOf(path)) === (await deviceNodeOf(other));
}

/** Throws if two webhooks have the same name: a notification rule could mean either. */
export function assertWebhookNamesDiffer({ notifications: { webhooks } }: Config): void {
  const names = webhooks.map(({ name }) => name);
  const index = names.findIndex((name, one) => names.indexOf(name) < one);
  if (index < 0) return;
  const first = names.indexOf(names[index] ?? '');
  throw new WaypostError(
    'validation_failed',
    `configuration: notifications.webhooks.${index}.name is that of notifications.webhooks.${first}: give each webhook a name of its own`,
  );
}

/** Throws if two uplinks have the same name: it names their position. */
export function assertUplinkNamesDiffer({ uplinks }: Config): void {
  const names = uplinks.map(({ name }) => name);
  const index = names.findIndex((name, one) => names.indexOf(name) < one);
  if (index < 0) return;
  const first = names.indexOf(names[index] ?? '');
  throw new WaypostError(
    'validation_failed',
    `configuration: uplinks.${index}.name (${names[index] ?? ''}) is that of uplinks.${first}: give each uplink a name of its own`,
  );
}

/** Throws if a tracker's port is also the port of a channel: neither device may get what is sent to the other. */
export async function assertModemPortNotShared({ serial, notifications }: Config): Promise<void> {
  for (const { channel, path: modem } of channelPorts(notifications)) {
    for (const [index, { path }] of serial.ports.entries()) {
      if (!(await isSameDevice(path, modem))) continue;
      throw new WaypostError(
        'validation_failed',
        `configuration: serial.ports.${index}.path (${path}) and notifications.${channel}.path (${modem}) are the same device: ` +
          'remove the modem from serial.ports, or use another port for one of them',
      );
    }
  }
}
