import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { candidatesIn } from './candidates.js';
import { systemRoots, type Roots } from './roots.js';
import { readSysTty, type SysTty } from './sys-tty.js';
import { byIdName, byPathName, withoutRevision } from './udev-names.js';

/** How the name in each folder of lasting names is made. */
const makers: Readonly<Record<string, (tty: SysTty) => string | null>> = {
  'serial/by-id': byIdName,
  'serial/by-path': byPathName,
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The node to open for a configured path. A name below /dev/serial that no udev has made is looked for among the
 * devices it would give that name to; several of one name (adapters without a serial number) give the first. Anything
 * else is its own node, there or not.
 */
export async function resolveDevice(path: string, roots: Roots = systemRoots): Promise<string> {
  const folder = Object.keys(makers).find((name) => dirname(path) === join(roots.dev, name));
  const make = makers[folder ?? ''];
  if (make === undefined || (await exists(path))) return path;
  const wanted = withoutRevision(basename(path));
  for (const name of await candidatesIn(roots.dev)) {
    if (make(await readSysTty(roots.sys, name)) === wanted) return join(roots.dev, name);
  }
  return path;
}

/** The node that a path leads to in the end, whatever names it goes by; the path itself when it leads nowhere. */
export async function nodeOf(path: string, roots: Roots = systemRoots): Promise<string> {
  const place = await resolveDevice(path, roots);
  return realpath(place).catch(() => path);
}
