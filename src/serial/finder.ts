import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import { nodeOf } from './machine/resolve.js';

/** The names of a serial device of this machine. */
export type Found = {
  /** under /dev; another after a re-plug */
  readonly path: string;
  /** the same as long as the device is the same */
  readonly byId: string | null;
  /** the same as long as the socket is the same */
  readonly byPath: string | null;
};

/** Tells of the devices there are, at once and whenever they are others, until it is stopped. */
export type WatchDevices = (parts: { readonly onChange: (devices: readonly Found[]) => void }) => {
  readonly stop: () => Promise<void> | void;
};

type Parts = {
  readonly watchDevices: WatchDevices;
  /** of what is no tracker and never read */
  readonly taken: readonly string[];
  /** of the ports that are read already */
  readonly paths: () => readonly string[];
  /** a path that is not read yet */
  readonly onFound: (path: string) => void;
  readonly logger: Logger;
};

/** More devices than that are no trackers of a depot. */
const mostPorts = 256;

/** Finds the devices that are read under none of their names, by the name that lasts longest. */
export function createFinder({ watchDevices, taken, paths, onFound, logger }: Parts) {
  let watching: ReturnType<WatchDevices> | undefined;
  let working = Promise.resolve();
  let full = false;

  async function compare(devices: readonly Found[]): Promise<void> {
    const known = new Set([...taken, ...paths()]);
    const nodes = new Set(await Promise.all([...known].map((path) => nodeOf(path))));
    for (const { path, byId, byPath } of devices) {
      const names = [byId, byPath, path].filter((name) => name !== null);
      const [lasting = path] = names;
      if (watching === undefined || names.some((name) => known.has(name)) || nodes.has(await nodeOf(path))) continue;
      if (paths().length < mostPorts) onFound(lasting);
      else if (!full) logger.warn({ path }, `no more than ${mostPorts} ports are read`);
      full = paths().length >= mostPorts;
    }
  }

  return {
    start() {
      watching = watchDevices({
        onChange(devices) {
          working = working
            .then(() => compare(devices))
            .catch((error: unknown) => {
              logger.warn({ reason: messageOf(error) }, 'serial devices can not be looked for');
            });
        },
      });
    },
    /** Resolves when nothing is found any more. */
    stop: async (): Promise<void> => {
      const stopped = watching?.stop();
      watching = undefined;
      await stopped;
      await working;
    },
  };
}
