import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { deviceNodeOf } from '../linux/resolve.js';

/** The names of a serial device of this machine. */
export type SerialDeviceInfo = {
  /** under /dev; another after a re-plug */
  readonly path: string;
  /** the same as long as the device is the same */
  readonly byId: string | null;
  /** the same as long as the socket is the same */
  readonly byPath: string | null;
};

/** Tells of the devices there are, at once and whenever they are others, until it is stopped. */
export type WatchDevices = (options: { readonly onChange: (devices: readonly SerialDeviceInfo[]) => void }) => {
  readonly stop: () => Promise<void> | void;
};

type HotplugOptions = {
  readonly watchDevices: WatchDevices;
  /** of what is no tracker and never read */
  readonly excludedPaths: readonly string[];
  /** of the ports that are read already */
  readonly portPaths: () => readonly string[];
  /** a path that is not read yet */
  readonly onFound: (path: string) => void;
  readonly logger: Logger;
};

/** More devices than that are no trackers of a depot. */
const MAX_PORTS = 256;

/** Finds the devices that are read under none of their names, by the name that lasts longest. */
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
      else if (!isFull) logger.warn({ path }, `no more than ${MAX_PORTS} ports are read`);
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
              logger.warn({ reason: messageOf(error) }, 'serial devices can not be looked for');
            });
        },
      });
    },
    /** Resolves when nothing is found any more. */
    stop: async (): Promise<void> => {
      const stopped = watcher?.stop();
      watcher = undefined;
      await stopped;
      await working;
    },
  };
}
