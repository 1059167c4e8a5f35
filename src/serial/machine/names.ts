import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { mayBeTracker } from './candidates.js';
import { lastingLinks } from './lasting-links.js';
import { resolveDevice } from './resolve.js';
import { systemRoots, type Roots } from './roots.js';
import { readSysTty } from './sys-tty.js';
import { byIdName, byPathName } from './udev-names.js';

/** How a device is named for good. */
export type Naming = {
  /** the links udev made that lead to it, or else those it would make */
  readonly by: readonly string[];
  /** of what is attached, if nothing else says who it is; none where the device has no serial number of its own */
  readonly id?: string;
};

/** Ids of devices are no longer, and have no other characters; the serial number stands at the end of a name. */
const longestId = 64;
const idOf = (name: string): string => name.replace(/[^A-Za-z0-9._:-]+/g, '-').slice(-longestId);

/** The names of the device that `path` leads to; none for a pseudo-terminal, or when the device is gone. */
export async function namingOf(path: string, roots: Roots = systemRoots): Promise<Naming> {
  const place = await resolveDevice(path, roots);
  const node = await realpath(place).catch(() => null);
  if (node === null) return { by: [] };
  const links = await lastingLinks(roots);
  const own = links.filter((link) => link.node === node).map((link) => link.path);
  const name = [place, node].map((one) => basename(one)).find(mayBeTracker);
  if (name === undefined) return { by: own.sort() };
  const tty = await readSysTty(roots.sys, name);
  const [byId, byPath] = [byIdName(tty), byPathName(tty)];
  const made = [byId && join(roots.dev, 'serial/by-id', byId), byPath && join(roots.dev, 'serial/by-path', byPath)];
  // A name that is another device's already is no name of this one.
  const free = made.filter((link) => link !== null && !links.some((other) => other.path === link));
  const id = byId !== null && tty.serialNumber !== null ? { id: idOf(byId) } : {};
  return { by: own.length > 0 ? own.sort() : free.filter((link) => link !== null), ...id };
}
