import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { mayBeTracker } from './candidates.js';
import { lastingLinks } from './lasting-links.js';
import { resolveDevice } from './resolve.js';
import { systemRoots, type Roots } from './roots.js';
import { readSysTty } from './sys-tty.js';
import { byIdName, byPathName } from './udev-names.js';

/** Ids of devices are no longer, and have no other characters. */
const longestId = 64;
const foreign = /[^A-Za-z0-9._:-]+/g;
const byIdFolder = '/serial/by-id/';

/** The id of a device that is known by nothing but the port with this serial number; the number stands at the end. */
export function lastingName(names: readonly string[]): string | undefined {
  const byId = names
    .find((name) => name.includes(byIdFolder))
    ?.split(byIdFolder)
    .at(-1);
  return byId?.replace(foreign, '-').slice(-longestId);
}

/**
 * The lasting names of the device that `path` leads to: the links udev made, or else those it would make. None for a
 * pseudo-terminal, or when the device is gone.
 */
export async function namesOf(path: string, roots: Roots = systemRoots): Promise<string[]> {
  const place = await resolveDevice(path, roots);
  const node = await realpath(place).catch(() => null);
  if (node === null) return [];
  const links = (await lastingLinks(roots)).filter((link) => link.node === node);
  if (links.length > 0) return links.map((link) => link.path).sort();
  const name = [place, node].map((path) => basename(path)).find(mayBeTracker);
  if (name === undefined) return [];
  const tty = await readSysTty(roots.sys, name);
  const byId = byIdName(tty);
  const byPath = byPathName(tty);
  return [
    ...(byId === null ? [] : [join(roots.dev, 'serial/by-id', byId)]),
    ...(byPath === null ? [] : [join(roots.dev, 'serial/by-path', byPath)]),
  ];
}
