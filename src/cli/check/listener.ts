import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readProcessInfo, type ProcessInfo } from '../../serial/linux/process-info.js';

/** the state LISTEN in /proc/net/tcp */
const LISTEN = '0A';

/** The process that listens on a TCP port; null if there is none, or if this user may not see it. */
export async function findListener(port: number, proc = '/proc'): Promise<ProcessInfo | null> {
  const sockets = new Set(
    (await Promise.all(['tcp', 'tcp6'].map((name) => listeningSockets(proc, name, port)))).flat(),
  );
  if (sockets.size === 0) return null;
  for (const pid of (await readdir(proc)).filter((name) => /^\d+$/.test(name))) {
    const folder = join(proc, pid, 'fd');
    for (const name of await readdir(folder).catch(() => [])) {
      const target = await readlink(join(folder, name)).catch(() => '');
      if (sockets.has(target)) return readProcessInfo(proc, Number(pid));
    }
  }
  return null;
}

/** The sockets that listen on the port, in the form of the links in /proc/PID/fd. */
async function listeningSockets(proc: string, name: string, port: number): Promise<string[]> {
  const table = await readFile(join(proc, 'net', name), 'latin1').catch(() => '');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const here = Number.parseInt(local.split(':').at(-1) ?? '', 16) === port;
    return here && state === LISTEN ? [`socket:[${inode}]`] : [];
  });
}
