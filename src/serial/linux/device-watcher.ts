import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { timers as realTimers, type Timers } from '../../time/clock.js';
import {
  createDirectoryWatcher,
  watchDirectory,
  type DirectoryWatcher,
  type WatchDirectory,
} from './directory-watcher.js';
import { listDevices, type SerialDevice } from './discovery.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { isCandidate, listCandidates } from './tty-candidates.js';

/** udev finishes an adapter with several ports, links included, within this time of its first event. */
const COALESCE_MS = 200;
/** For systems without events, and for events that were missed. */
const POLL_MS = 2_000;

export type DeviceWatcher = {
  /** Ends the reports at once. Resolves when no check is in progress. */
  readonly stop: () => Promise<void>;
};

type WatchDevicesOptions = {
  readonly systemPaths?: SystemPaths;
  readonly timers?: Pick<Timers, 'after'>;
  readonly list?: (systemPaths: SystemPaths) => Promise<readonly SerialDevice[]>;
  readonly watch?: WatchDirectory;
  /** Called with all devices: at the start, and whenever one appears, disappears or is renamed. Must not throw. */
  readonly onChange: (devices: readonly SerialDevice[]) => void;
};

type WatcherRecord = {
  readonly options: Required<WatchDevicesOptions>;
  /** the folder /dev/serial/by-id */
  readonly links: string;
  /** empty until both are created */
  directoryWatchers: readonly DirectoryWatcher[];
  /** `scheduled`: an event was received, and a check follows */
  state: 'idle' | 'scheduled' | 'stopped';
  /** names of the last check; undefined when the devices are to be listed in any case */
  seenNames: string | undefined;
  reportedDevices: string | undefined;
  /** the checks in progress */
  checking: Promise<void>;
  cancelScheduled: () => void;
  cancelPoll: () => void;
};

/**
 * Watches serial devices appear and disappear: by inotify on /dev and /dev/serial/by-id, and by a cheap check every 2 s,
 * which also works where the system has no inotify watches left.
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
  const watcher: WatcherRecord = {
    options: { systemPaths, timers, list, watch, onChange },
    links,
    directoryWatchers: [],
    state: 'idle',
    seenNames: undefined,
    reportedDevices: undefined,
    checking: Promise.resolve(),
    cancelScheduled: () => undefined,
    cancelPoll: () => undefined,
  };
  watcher.directoryWatchers = [
    createDirectoryWatcher({
      directory: systemPaths.dev,
      watch,
      onEvent(name) {
        // /dev has many other devices.
        if (name === null || name === 'serial' || isCandidate(name)) scheduleCheck(watcher);
      },
    }),
    createDirectoryWatcher({
      directory: links,
      watch,
      onEvent() {
        scheduleCheck(watcher);
      },
    }),
  ];
  startCheck(watcher);
  return { stop: () => stop(watcher) };
}

async function stop(watcher: WatcherRecord): Promise<void> {
  watcher.state = 'stopped';
  watcher.cancelScheduled();
  watcher.cancelPoll();
  await watcher.checking;
  for (const directoryWatcher of watcher.directoryWatchers) directoryWatcher.stop();
}

function scheduleCheck(watcher: WatcherRecord): void {
  if (watcher.state !== 'idle') return;
  watcher.state = 'scheduled';
  watcher.cancelScheduled = watcher.options.timers.after(COALESCE_MS, () => {
    watcher.state = 'idle';
    watcher.seenNames = undefined;
    startCheck(watcher);
  });
}

function startCheck(watcher: WatcherRecord): void {
  watcher.cancelPoll();
  watcher.checking = watcher.checking.then(() => check(watcher));
}

async function check(watcher: WatcherRecord): Promise<void> {
  if (isStopped(watcher)) return;
  await Promise.all(watcher.directoryWatchers.map((directoryWatcher) => directoryWatcher.renew()));
  await compare(watcher);
  watcher.cancelPoll();
  if (isStopped(watcher)) return;
  watcher.cancelPoll = watcher.options.timers.after(POLL_MS, () => {
    startCheck(watcher);
  });
}

const isStopped = ({ state }: WatcherRecord): boolean => state === 'stopped';

/** Lists the devices only when a name has changed or an event was received. */
async function compare(watcher: WatcherRecord): Promise<void> {
  const { systemPaths, list, onChange } = watcher.options;
  const names = await listNames(systemPaths, watcher.links);
  if (names === watcher.seenNames) return;
  watcher.seenNames = names;
  const devices = await list(systemPaths);
  const text = JSON.stringify(devices);
  if (isStopped(watcher) || text === watcher.reportedDevices) return;
  watcher.reportedDevices = text;
  onChange(devices);
}

/** The result of a cheap check: the nodes, and the targets of the persistent names. */
async function listNames({ dev }: SystemPaths, links: string): Promise<string> {
  const names = await readdir(links).catch(() => []);
  const targets = names.sort().map(async (name) => [name, await readlink(join(links, name)).catch(() => null)]);
  return JSON.stringify([await listCandidates(dev), await Promise.all(targets)]);
}
