import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of links that name a device by its serial number and by its socket. */
const folders = ['/dev/serial/by-id', '/dev/serial/by-path'] as const;

/** Ids of devices are no longer, and have no other characters. */
const longestId = 64;
const foreign = /[^A-Za-z0-9._:-]+/g;

/** The id of a device that is known by nothing but the port with this serial number; the number stands at the end. */
export function lastingName(names: readonly string[]): string | undefined {
  const byId = names.find((name) => name.startsWith(`${folders[0]}/`));
  return byId
    ?.slice(folders[0].length + 1)
    .replace(foreign, '-')
    .slice(-longestId);
}

const resolved = (path: string): Promise<string | null> => realpath(path).catch(() => null);

/** The lasting names of the device that `path` leads to; none for a pseudo-terminal, or when it is gone. */
export async function namesOf(path: string, within: readonly string[] = folders): Promise<string[]> {
  const device = await resolved(path);
  if (device === null) return [];
  const names: string[] = [];
  for (const folder of within) {
    for (const entry of await readdir(folder).catch(() => [])) {
      const name = join(folder, entry);
      if ((await resolved(name)) === device) names.push(name);
    }
  }
  return names.sort();
}
