import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isCandidate } from './tty-candidates.js';
import { listPersistentLinks } from './persistent-links.js';
import { resolveDevicePath } from './resolve.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { readSysTty } from './sys-tty.js';
import { byIdName, byPathName } from './udev-names.js';

/** The persistent names of a device. */
export type PersistentName = {
  /** the links that udev has made to it, or else those it would make */
  readonly links: readonly string[];
  /** device id of a tracker without one of its own; left out where the adapter has no serial number */
  readonly id?: string;
};

/** The bounds of device ids. A name is cut at its start, because it ends with the serial number. */
const MAX_ID_LENGTH = 64;
const toDeviceId = (name: string): string => name.replace(/[^A-Za-z0-9._:-]+/g, '-').slice(-MAX_ID_LENGTH);

/** Reads the names of the device at `path`; none for a pseudo-terminal or a missing device. */
export async function readPersistentName(
  path: string,
  systemPaths: SystemPaths = SYSTEM_PATHS,
): Promise<PersistentName> {
  const resolvedPath = await resolveDevicePath(path, systemPaths);
  const node = await realpath(resolvedPath).catch(() => null);
  if (node === null) return { links: [] };
  const allLinks = await listPersistentLinks(systemPaths);
  const ownLinks = allLinks.filter((link) => link.node === node).map((link) => link.path);
  const name = [resolvedPath, node].map((candidate) => basename(candidate)).find(isCandidate);
  if (name === undefined) return { links: ownLinks.sort() };
  const tty = await readSysTty(systemPaths.sys, name);
  const [byId, byPath] = [byIdName(tty), byPathName(tty)];
  const expectedLinks = [
    byId && join(systemPaths.dev, 'serial/by-id', byId),
    byPath && join(systemPaths.dev, 'serial/by-path', byPath),
  ];
  // Without the names that another device already has.
  const freeLinks = expectedLinks.filter((link) => link !== null && !allLinks.some((other) => other.path === link));
  const id = byId !== null && tty.serialNumber !== null ? { id: toDeviceId(byId) } : {};
  return { links: ownLinks.length > 0 ? ownLinks.sort() : freeLinks.filter((link) => link !== null), ...id };
}
