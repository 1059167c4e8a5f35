import { basename, dirname, join, normalize } from 'node:path';
import { deviceNodeOf } from './resolve.js';
import { SYSTEM_PATHS, type SystemPaths } from './system-paths.js';
import { isCandidate, listConsoles } from './tty-candidates.js';

/**
 * Is this the name of a serial device that a tracker may be attached to, plugged in or not? Other device files, such as
 * disks, terminals of users and watchdogs, must not be opened.
 */
export async function isSerialPath(path: string, systemPaths: SystemPaths = SYSTEM_PATHS): Promise<boolean> {
  const { dev } = systemPaths;
  if (normalize(path) !== path || /[\s\p{C}]/u.test(path) || !path.startsWith(`${dev}/`)) return false;
  const folder = dirname(path);
  if (['serial/by-id', 'serial/by-path'].some((name) => folder === join(dev, name))) return true;
  const node = await deviceNodeOf(path, systemPaths);
  const names = [path, node].filter((name) => dirname(name) === dev).map((name) => basename(name));
  const consoles = await listConsoles(systemPaths);
  return names.some(isCandidate) && !names.some((name) => consoles.includes(name));
}
