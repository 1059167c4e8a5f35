import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { listCandidates } from './tty-candidates.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { readSysTty, type SysTty } from './sys-tty.js';
import { byIdName, byPathName, stripUsbRevision } from './udev-names.js';

/** Makes the names in each folder of persistent names. */
const NAME_MAKERS: Readonly<Record<string, (tty: SysTty) => string | null>> = {
  'serial/by-id': byIdName,
  'serial/by-path': byPathName,
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The node to open for a configured path. A name under /dev/serial that udev has not made resolves to the first device
 * to which udev would give it (adapters without a serial number can share a name). Any other path is its own node,
 * whether it exists or not.
 */
export async function resolveDevicePath(path: string, systemPaths: SystemPaths = SYSTEM_PATHS): Promise<string> {
  const folder = Object.keys(NAME_MAKERS).find((name) => dirname(path) === join(systemPaths.dev, name));
  const makeName = NAME_MAKERS[folder ?? ''];
  if (makeName === undefined || (await exists(path))) return path;
  const wantedName = stripUsbRevision(basename(path));
  for (const name of await listCandidates(systemPaths.dev)) {
    if (makeName(await readSysTty(systemPaths.sys, name)) === wantedName) return join(systemPaths.dev, name);
  }
  return path;
}

/** The node that a path finally leads to; the path itself when it leads nowhere. */
export async function deviceNodeOf(path: string, systemPaths: SystemPaths = SYSTEM_PATHS): Promise<string> {
  const resolvedPath = await resolveDevicePath(path, systemPaths);
  return realpath(resolvedPath).catch(() => path);
}
