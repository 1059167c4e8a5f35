import { failure, success, type Result } from '../../errors.js';

/** A port on which a session sets up trackers. */
export type TrackerPort = {
  readonly path: string;
  /** Looks for the tracker again; `leave` is called if it is not there any more. */
  readonly recheck: () => Promise<void>;
};

/** The port of each device that a session sets up: two trackers with one id are not set up. */
export type DevicePorts = {
  /** Enters the tracker on a port; a conflict if another port has a tracker with this id. */
  readonly enter: (deviceId: string, port: TrackerPort) => Promise<Result<undefined>>;
  /** The tracker on the port is set up: it may be moved to another port. */
  readonly complete: (path: string) => void;
  /** The tracker has left the port, or is not set up. */
  readonly leave: (path: string) => void;
};

type Entry = { readonly deviceId: string; readonly port: TrackerPort; isComplete: boolean };

export function createDevicePorts(): DevicePorts {
  /** by path */
  const entries = new Map<string, Entry>();
  const entryOf = (deviceId: string): Entry | undefined =>
    [...entries.values()].find((entry) => entry.deviceId === deviceId);

  return {
    async enter(deviceId, port) {
      const { path } = port;
      if (entries.get(path)?.deviceId === deviceId) return success(undefined);
      entries.delete(path);
      const before = entryOf(deviceId);
      if (before?.isComplete === true) await before.port.recheck();
      const other = entryOf(deviceId);
      if (other !== undefined) {
        const ports = `${deviceId} is on ${other.port.path} and on ${path}`;
        return failure('conflict', `${ports}: two trackers cannot have the same id, so unplug one of them`);
      }
      entries.set(path, { deviceId, port, isComplete: false });
      return success(undefined);
    },
    complete(path) {
      const entry = entries.get(path);
      if (entry !== undefined) entry.isComplete = true;
    },
    leave(path) {
      entries.delete(path);
    },
  };
}
