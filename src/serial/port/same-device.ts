import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { PortSource, PortState } from '../../schema/ports/port.js';
import { deviceNodeOf } from '../linux/resolve.js';
import type { SystemPaths } from '../linux/system-paths.js';
import { portMessages } from '../messages.js';
import { PortError } from '../transport/port-error.js';
import type { OpenPort } from '../transport/port-types.js';

/** What a path finally leads to. Two paths that lead to the same node are the same port. */
const nodeOfPort = async (path: string, systemPaths?: SystemPaths): Promise<string> =>
  isNetworkPath(path) ? path : deviceNodeOf(path, systemPaths);

/** The index of the path that leads to the same device. Only devices that are present can be compared by their node. */
export async function findSameDevice(
  path: string,
  others: readonly string[],
  systemPaths?: SystemPaths,
): Promise<number | undefined> {
  const node = await nodeOfPort(path, systemPaths);
  const nodes = await Promise.all(others.map((other) => nodeOfPort(other, systemPaths)));
  const index = others.findIndex((other, n) => other === path || nodes[n] === node);
  return index < 0 ? undefined : index;
}

export type PortInUse = { readonly path: string; readonly source: PortSource; readonly state: PortState };

export type OpenOnceOptions = {
  readonly path: string;
  readonly source: PortSource;
  readonly openPort: OpenPort;
  readonly systemPaths: SystemPaths | undefined;
  /** the ports of the configuration, in its order */
  readonly configured: readonly string[];
  /** all ports */
  readonly ports: () => readonly PortInUse[];
  /** Closes a port, which then tries to open again. */
  readonly reopen: (path: string) => Promise<void>;
};

/**
 * Opens no device twice under two names: the configuration's name wins. Checked at each opening, because names come and
 * go with the devices.
 */
export function openOnce(options: OpenOnceOptions): OpenPort {
  const { path, source, openPort, systemPaths, configured, ports, reopen } = options;
  if (isNetworkPath(path)) return openPort;
  return async (opening) => {
    if (source === 'configuration') {
      const taken = ports().filter((port) => port.source !== 'configuration' && isTaken(port));
      for (const other of taken) {
        if ((await findSameDevice(path, [other.path], systemPaths)) !== undefined) await reopen(other.path);
      }
      return openPort(opening);
    }
    const index = await findSameDevice(path, configured, systemPaths);
    if (index === undefined) return openPort(opening);
    const values = { path, name: configured[index] ?? '', key: `serial.ports.${index}` };
    const { sameDevice, sameDeviceStored } = portMessages;
    throw new PortError('busy', source === 'store' ? sameDeviceStored(values) : sameDevice(values));
  };
}

const isTaken = ({ state }: PortInUse): boolean => state === 'open' || state === 'opening';
