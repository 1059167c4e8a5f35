import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { candidatesIn, mayBeTracker } from './candidates.js';
import { listDevices, type SerialDevice } from './discovery.js';
import { createFolderWatch, watchFolder, type WatchFolder } from './folder-watch.js';
import { systemRoots, type Roots } from './roots.js';
import { timers as realTimers, type Timers } from '../timers.js';

/** Udev is done with an adapter of several ports, links included, within this time of the first word of it. */
const joinMs = 200;
/** Where the kernel tells nothing, or a word of it was missed. */
const lookMs = 2_000;

export type DeviceWatch = {
  /** Nothing is reported from the call on. Resolves when no look is under way any more. */
  readonly stop: () => Promise<void>;
};

type Parts = {
  readonly roots?: Roots;
  readonly timers?: Pick<Timers, 'after'>;
  readonly list?: (roots: Roots) => Promise<readonly SerialDevice[]>;
  readonly watch?: WatchFolder;
  /** Hears all devices: at the start, and whenever one came, went or changed its name. Must not throw. */
  readonly onChange: (devices: readonly SerialDevice[]) => void;
};

/**
 * Watches serial devices come and go: by inotify on /dev and /dev/serial/by-id, and by a cheap look every 2 s, which
 * alone is left where there are no inotify watches to be had.
 */
export function watchDevices(parts: Parts): DeviceWatch {
  const { roots = systemRoots, timers = realTimers, list = listDevices, watch = watchFolder, onChange } = parts;
  const links = join(roots.dev, 'serial/by-id');
  const inDev = createFolderWatch({ folder: roots.dev, watch, onEvent: hear });
  const inLinks = createFolderWatch({ folder: links, watch, onEvent: soon });
  let seen: string | undefined;
  let told: string | undefined;
  let stopped = false;
  let joining = false;
  let looking = Promise.resolve();
  let cancelSoon = (): void => undefined;
  let cancelLook = (): void => undefined;

  function hear(name: string | null): void {
    // In /dev much comes and goes that is no business of ours.
    if (name === null || name === 'serial' || mayBeTracker(name)) soon();
  }

  function soon(): void {
    if (joining || stopped) return;
    joining = true;
    cancelSoon = timers.after(joinMs, () => {
      joining = false;
      seen = undefined;
      look();
    });
  }

  function look(): void {
    cancelLook();
    looking = looking.then(async () => {
      if (stopped) return;
      await Promise.all([inDev.renew(), inLinks.renew()]);
      await compare();
      lookLater();
    });
  }

  function lookLater(): void {
    cancelLook();
    if (!stopped) cancelLook = timers.after(lookMs, look);
  }

  async function compare(): Promise<void> {
    const names = await namesIn(roots, links);
    if (names === seen) return;
    seen = names;
    const devices = await list(roots);
    const text = JSON.stringify(devices);
    if (stopped || text === told) return;
    told = text;
    onChange(devices);
  }

  look();
  return {
    async stop() {
      stopped = true;
      cancelSoon();
      cancelLook();
      await looking;
      inDev.stop();
      inLinks.stop();
    },
  };
}

/** What a cheap look shows: the nodes, and where the lasting names lead. */
async function namesIn({ dev }: Roots, links: string): Promise<string> {
  const names = await readdir(links).catch(() => []);
  const targets = names.sort().map(async (name) => [name, await readlink(join(links, name)).catch(() => null)]);
  return JSON.stringify([await candidatesIn(dev), await Promise.all(targets)]);
}
