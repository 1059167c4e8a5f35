import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isCandidate } from './tty-candidates.js';
import { listPersistentLinks } from './persistent-links.js';
import { resolveDevicePath } from './resolve.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { readSysTty } from './sys-tty.js';
import { byIdName, byPathName } from './udev-names.js';

/** How a device is named for good. */
export type PersistentName = {
  /** the links udev made that lead to it, or else those it would make */
  readonly links: readonly string[];
  /** of what is attached, if nothing else says who it is; none where the device has no serial number of its own */
  readonly id?: string;
};

/** Ids of devices are no longer, and have no other characters; the serial number stands at the end of a name. */
const MAX_ID_LENGTH = 64;
const toDeviceId = (name: string): string => name.replace(/[^A-Za-z0-9._:-]+/g, '-').slice(-MAX_ID_LENGTH);

/** The names of the device that `path` leads to; none for a pseudo-terminal, or when the device is gone. */
export async function readPersistentName(
  path: string,
  systemPaths: SystemPaths = SYSTEM_PATHS,
): Promise<PersistentName> {
  const resolvedPath = await resolveDevicePath(path, systemPaths);
  const node = await realpath(resolvedPath).catch(() => null);
  if (node === null) return { links: [] };
  const allLinks = await listPersistentLinks(systemPaths);
  const ownLinks = allLinks.filter((link) => link.node === node).map((link) => link.path);
  const name = [resolvedPath, node].map((one) => basename(one)).find(isCandidate);
  if (name === undefined) return { links: ownLinks.sort() };
  const tty = await readSysTty(systemPaths.sys, name);
  const [byId, byPath] = [byIdName(tty), byPathName(tty)];
  const expectedLinks = [
    byId && join(systemPaths.dev, 'serial/by-id', byId),
    byPath && join(systemPaths.dev, 'serial/by-path', byPath),
  ];
  // A name that is another device's already is no name of this one.
  const freeLinks = expectedLinks.filter((link) => link !== null && !allLinks.some((other) => other.path === link));
  const id = byId !== null && tty.serialNumber !== null ? { id: toDeviceId(byId) } : {};
  return { links: ownLinks.length > 0 ? ownLinks.sort() : freeLinks.filter((link) => link !== null), ...id };
}
