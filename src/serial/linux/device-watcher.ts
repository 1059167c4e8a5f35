import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { listCandidates, isCandidate } from './tty-candidates.js';
import { listDevices, type SerialDevice } from './discovery.js';
import { createDirectoryWatcher, watchDirectory, type WatchDirectory } from './directory-watcher.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { timers as realTimers, type Timers } from '../../time/timers.js';

/** Udev is done with an adapter of several ports, links included, within this time of the first word of it. */
const COALESCE_MS = 200;
/** Where the kernel tells nothing, or a word of it was missed. */
const POLL_MS = 2_000;

export type DeviceWatcher = {
  /** Nothing is reported from the call on. Resolves when no look is under way any more. */
  readonly stop: () => Promise<void>;
};

type WatchDevicesOptions = {
  readonly systemPaths?: SystemPaths;
  readonly timers?: Pick<Timers, 'after'>;
  readonly list?: (systemPaths: SystemPaths) => Promise<readonly SerialDevice[]>;
  readonly watch?: WatchDirectory;
  /** Hears all devices: at the start, and whenever one came, went or changed its name. Must not throw. */
  readonly onChange: (devices: readonly SerialDevice[]) => void;
};

/**
 * Watches serial devices come and go: by inotify on /dev and /dev/serial/by-id, and by a cheap look every 2 s, which
 * alone is left where there are no inotify watches to be had.
 */
export function watchDevices(options: WatchDevicesOptions): DeviceWatcher {
  const {
    systemPaths = SYSTEM_PATHS,
    timers = realTimers,
    list = listDevices,
    watch = watchDirectory,
    onChange,
  } = options;
  const links = join(systemPaths.dev, 'serial/by-id');
  const devWatcher = createDirectoryWatcher({ directory: systemPaths.dev, watch, onEvent: onDevEvent });
  const linksWatcher = createDirectoryWatcher({ directory: links, watch, onEvent: schedulePoll });
  let seenNames: string | undefined;
  let reportedDevices: string | undefined;
  let stopped = false;
  let isScheduled = false;
  let polling = Promise.resolve();
  let cancelScheduled = (): void => undefined;
  let cancelPoll = (): void => undefined;

  function onDevEvent(name: string | null): void {
    // In /dev much comes and goes that is no business of ours.
    if (name === null || name === 'serial' || isCandidate(name)) schedulePoll();
  }

  function schedulePoll(): void {
    if (isScheduled || stopped) return;
    isScheduled = true;
    cancelScheduled = timers.after(COALESCE_MS, () => {
      isScheduled = false;
      seenNames = undefined;
      poll();
    });
  }

  function poll(): void {
    cancelPoll();
    polling = polling.then(async () => {
      if (stopped) return;
      await Promise.all([devWatcher.renew(), linksWatcher.renew()]);
      await compare();
      pollLater();
    });
  }

  function pollLater(): void {
    cancelPoll();
    if (!stopped) cancelPoll = timers.after(POLL_MS, poll);
  }

  async function compare(): Promise<void> {
    const names = await listNames(systemPaths, links);
    if (names === seenNames) return;
    seenNames = names;
    const devices = await list(systemPaths);
    const text = JSON.stringify(devices);
    if (stopped || text === reportedDevices) return;
    reportedDevices = text;
    onChange(devices);
  }

  poll();
  return {
    async stop() {
      stopped = true;
      cancelScheduled();
      cancelPoll();
      await polling;
      devWatcher.stop();
      linksWatcher.stop();
    },
  };
}

/** What a cheap look shows: the nodes, and where the lasting names lead. */
async function listNames({ dev }: SystemPaths, links: string): Promise<string> {
  const names = await readdir(links).catch(() => []);
  const targets = names.sort().map(async (name) => [name, await readlink(join(links, name)).catch(() => null)]);
  return JSON.stringify([await listCandidates(dev), await Promise.all(targets)]);
}
