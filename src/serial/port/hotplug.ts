import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { deviceNodeOf } from '../linux/resolve.js';

/** The names of a serial device. */
export type SerialDeviceInfo = {
  /** the node under /dev; can change when the device is replugged */
  readonly path: string;
  /** identifies the device, whatever socket it is plugged into */
  readonly byId: string | null;
  /** identifies the socket, whatever device is plugged in */
  readonly byPath: string | null;
};

/** Reports the list of serial devices, at once and after every change, until it is stopped. */
export type WatchDevices = (options: { readonly onChange: (devices: readonly SerialDeviceInfo[]) => void }) => {
  readonly stop: () => Promise<void> | void;
};

type HotplugOptions = {
  readonly watchDevices: WatchDevices;
  /** paths of devices that are not trackers and are never read */
  readonly excludedPaths: readonly string[];
  /** the paths of the existing ports */
  readonly portPaths: () => readonly string[];
  /** called with a path that is not a port yet */
  readonly onFound: (path: string) => void;
  readonly logger: Logger;
};

/** A depot has fewer trackers; more devices are a fault. */
const MAX_PORTS = 256;

/** Finds the serial devices that are not a port under any of their names, and reports their most persistent name. */
export function createHotplug({ watchDevices, excludedPaths, portPaths, onFound, logger }: HotplugOptions) {
  let watcher: ReturnType<WatchDevices> | undefined;
  let working = Promise.resolve();
  let isFull = false;

  async function addMissing(devices: readonly SerialDeviceInfo[]): Promise<void> {
    const known = new Set([...excludedPaths, ...portPaths()]);
    const nodes = new Set(await Promise.all([...known].map((path) => deviceNodeOf(path))));
    for (const { path, byId, byPath } of devices) {
      const names = [byId, byPath, path].filter((name) => name !== null);
      const [preferred = path] = names;
      if (watcher === undefined || names.some((name) => known.has(name)) || nodes.has(await deviceNodeOf(path)))
        continue;
      if (portPaths().length < MAX_PORTS) onFound(preferred);
      else if (!isFull) logger.warn({ path, maxPorts: MAX_PORTS }, 'too many ports: serial device ignored');
      isFull = portPaths().length >= MAX_PORTS;
    }
  }

  return {
    start() {
      watcher = watchDevices({
        onChange(devices) {
          working = working
            .then(() => addMissing(devices))
            .catch((error: unknown) => {
              logger.warn({ reason: messageOf(error) }, 'search for serial devices failed');
            });
        },
      });
    },
    /** Resolves when no search is in progress. */
    stop: async (): Promise<void> => {
      const stopped = watcher?.stop();
      watcher = undefined;
      await stopped;
      await working;
    },
  };
}
