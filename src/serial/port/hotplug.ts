import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Timers } from '../../time/clock.js';
import type { SerialDevice } from '../linux/discovery.js';
import type { Holder } from '../linux/holders.js';
import { namesOf, persistentNameOf } from '../linux/preferred-name.js';
import { deviceNodeOf } from '../linux/resolve.js';

/** Reports the list of serial devices, at once and after every change, until it is stopped. */
export type WatchDevices = (options: { readonly onChange: (devices: readonly SerialDevice[]) => void }) => {
  readonly stop: () => Promise<void> | void;
};

/** Which devices become ports by themselves. `usb`: USB adapters that no other program holds; `all`: every device. */
export type ScanMode = 'off' | 'usb' | 'all';

/** A device that is present and not a port. */
export type UnusedDevice = {
  /** its most persistent name */
  readonly path: string;
  readonly device: SerialDevice;
  /** as found last */
  readonly holders: readonly Holder[];
};

type HotplugOptions = {
  readonly watchDevices: WatchDevices;
  /** the scan at the start */
  readonly scan: ScanMode;
  /** paths of devices that are not trackers and are never read */
  readonly excludedPaths: () => readonly string[];
  /** the paths of the existing ports */
  readonly portPaths: () => readonly string[];
  /** called with the path of a device that is to become a port */
  readonly onFound: (path: string) => void;
  /** called with the path of a device that is not a port, and when its holders change */
  readonly onUnused: (path: string) => void;
  readonly findHoldersByPath: (paths: readonly string[]) => Promise<ReadonlyMap<string, readonly Holder[]>>;
  readonly timers: Pick<Timers, 'after'>;
  readonly logger: Pick<Logger, 'warn'>;
};

export type Hotplug = {
  readonly start: () => void;
  /** Resolves when no search is in progress. */
  readonly stop: () => Promise<void>;
  readonly setScan: (mode: ScanMode) => void;
  /** Looks again which devices are not ports: ports were added or removed. */
  readonly refresh: () => Promise<void>;
  readonly unused: () => readonly UnusedDevice[];
  /** Finds who holds the unused devices, at most every few seconds. */
  readonly findHolders: () => Promise<void>;
};

/** A depot has fewer trackers; more devices are a fault. */
const MAX_PORTS = 256;
/** Programs like ModemManager hold a new adapter for some time, and no event reports when they let go of it. */
const HELD_RETRY_MS = 10_000;
/** A search reads the descriptors of all processes. */
const HOLDERS_FRESH_MS = 5_000;

type HotplugState = {
  readonly options: HotplugOptions;
  scan: ScanMode;
  watcher: ReturnType<WatchDevices> | undefined;
  devices: readonly SerialDevice[];
  unused: readonly UnusedDevice[];
  /** the searches in progress */
  working: Promise<void>;
  isFull: boolean;
  areHoldersFresh: boolean;
  cancelRetry: () => void;
  cancelFresh: () => void;
};

/** Finds the serial devices that are not a port under any of their names; makes ports of those that the scan takes. */
export function createHotplug(options: HotplugOptions): Hotplug {
  const state: HotplugState = {
    ...{ options, scan: options.scan, watcher: undefined, devices: [], unused: [], working: Promise.resolve() },
    ...{ isFull: false, areHoldersFresh: false, cancelRetry: () => undefined, cancelFresh: () => undefined },
  };
  return {
    start() {
      state.watcher = options.watchDevices({
        onChange(devices) {
          state.devices = devices;
          void enqueue(state, update);
        },
      });
    },
    async stop() {
      const stopped = state.watcher?.stop();
      state.watcher = undefined;
      state.cancelRetry();
      state.cancelFresh();
      await stopped;
      await state.working;
    },
    setScan(mode) {
      if (mode === state.scan) return;
      state.scan = mode;
      void enqueue(state, update);
    },
    refresh: () => enqueue(state, update),
    unused: () => state.unused,
    findHolders: () => enqueue(state, findHolders),
  };
}

function enqueue(state: HotplugState, task: (state: HotplugState) => Promise<void>): Promise<void> {
  state.working = state.working
    .then(() => (state.watcher === undefined ? undefined : task(state)))
    .catch((error: unknown) => {
      state.options.logger.warn({ reason: messageOf(error) }, 'search for serial devices failed');
    });
  return state.working;
}

async function update(state: HotplugState): Promise<void> {
  state.cancelRetry();
  const before = new Set(state.unused.map(({ path }) => path));
  const unused = await listUnused(state);
  const wanted = unused.filter(({ device }) => isScanned(state.scan, device));
  const free = state.scan === 'all' ? wanted : await withoutHeld(state, wanted);
  if (state.watcher === undefined) return;
  const added = free.filter((one) => addPort(state, one));
  state.unused = unused.filter((one) => !added.includes(one));
  for (const { path } of state.unused) if (!before.has(path)) state.options.onUnused(path);
  if (free.length < wanted.length) {
    state.cancelRetry = state.options.timers.after(HELD_RETRY_MS, () => void enqueue(state, update));
  }
}

const isScanned = (mode: ScanMode, { vendorId }: SerialDevice): boolean =>
  mode === 'all' || (mode === 'usb' && vendorId !== null);

async function listUnused({ options, devices, unused: before }: HotplugState): Promise<UnusedDevice[]> {
  const known = new Set([...options.excludedPaths(), ...options.portPaths()]);
  const nodes = new Set(await Promise.all([...known].map((path) => deviceNodeOf(path))));
  const unused: UnusedDevice[] = [];
  for (const device of devices) {
    if (namesOf(device).some((name) => known.has(name)) || nodes.has(await deviceNodeOf(device.path))) continue;
    const path = persistentNameOf(device, devices) ?? device.path;
    unused.push({ path, device, holders: before.find((one) => one.path === path)?.holders ?? [] });
  }
  return unused;
}

/** Without those that another program certainly holds: a suspicion is no reason to leave a tracker unread. */
async function withoutHeld({ options }: HotplugState, all: readonly UnusedDevice[]): Promise<readonly UnusedDevice[]> {
  if (all.length === 0) return all;
  const found = await options.findHoldersByPath(all.map(({ device }) => device.path));
  return all.filter(({ device }) => !(found.get(device.path) ?? []).some(({ sure }) => sure));
}

function addPort(state: HotplugState, { path }: UnusedDevice): boolean {
  const { portPaths, onFound, logger } = state.options;
  const hasRoom = portPaths().length < MAX_PORTS;
  if (hasRoom) onFound(path);
  else if (!state.isFull) logger.warn({ path, maxPorts: MAX_PORTS }, 'too many ports: serial device ignored');
  state.isFull = portPaths().length >= MAX_PORTS;
  return hasRoom;
}

async function findHolders(state: HotplugState): Promise<void> {
  const { unused, areHoldersFresh, options } = state;
  if (areHoldersFresh || unused.length === 0) return;
  const found = await options.findHoldersByPath(unused.map(({ device }) => device.path));
  state.areHoldersFresh = true;
  state.cancelFresh = options.timers.after(HOLDERS_FRESH_MS, () => {
    state.areHoldersFresh = false;
  });
  state.unused = unused.map((one) => ({ ...one, holders: found.get(one.device.path) ?? [] }));
  for (const [index, { path, holders }] of state.unused.entries()) {
    if (pidsOf(holders) !== pidsOf(unused[index]?.holders ?? [])) options.onUnused(path);
  }
}

const pidsOf = (holders: readonly Holder[]): string => holders.map(({ pid }) => pid).join();
