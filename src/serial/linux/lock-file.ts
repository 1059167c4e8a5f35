import { readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where programs in the UUCP tradition lock ports; the second is usually a link to the first. */
export const LOCK_FOLDERS = ['/run/lock', '/var/lock'] as const;

/** The process that a lock file names as the user of a device, which may have ended; null when there is no lock file. */
export async function readLockPid(path: string, folders: readonly string[] = LOCK_FOLDERS): Promise<number | null> {
  const node = await realpath(path).catch(() => path);
  for (const folder of folders) {
    const text = await readFile(join(folder, `LCK..${basename(node)}`), 'utf8').catch(() => '');
    const pid = Number.parseInt(text, 10);
    if (pid > 0) return pid;
  }
  return null;
}
