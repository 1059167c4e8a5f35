import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemPaths } from './system-paths.js';

/** Folders of links that identify a device by its serial number and by its socket. */
const LINK_FOLDERS = ['serial/by-id', 'serial/by-path'] as const;
export type LinkFolder = (typeof LINK_FOLDERS)[number];

export type PersistentLink = { readonly folder: LinkFolder; readonly path: string; readonly node: string };

/** Lists the links that udev has made, each with its device, without dangling links. */
export async function listPersistentLinks({ dev }: SystemPaths): Promise<PersistentLink[]> {
  const links: PersistentLink[] = [];
  for (const folder of LINK_FOLDERS) {
    const names = await readdir(join(dev, folder)).catch(() => []);
    for (const path of names.sort().map((name) => join(dev, folder, name))) {
      const node = await realpath(path).catch(() => null);
      if (node !== null) links.push({ folder, path, node });
    }
  }
  return links;
}
