import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readProcessInfo, type ProcessInfo } from '../../serial/linux/process-info.js';

/** The tables of the sockets under /proc/net, and the state of those that receive from anyone. */
const TABLES = {
  tcp: { names: ['tcp', 'tcp6'], state: '0A' },
  udp: { names: ['udp', 'udp6'], state: '07' },
} as const;
type Transport = keyof typeof TABLES;

/** The process that listens on a port; null if there is none, or if this user may not see it. */
export async function findListener(
  port: number,
  transport: Transport = 'tcp',
  proc = '/proc',
): Promise<ProcessInfo | null> {
  const sockets = new Set(
    (
      await Promise.all(
        TABLES[transport].names.map((name) => listeningSockets(proc, name, TABLES[transport].state, port)),
      )
    ).flat(),
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
async function listeningSockets(proc: string, name: string, listening: string, port: number): Promise<string[]> {
  const table = await readFile(join(proc, 'net', name), 'latin1').catch(() => '');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const here = Number.parseInt(local.split(':').at(-1) ?? '', 16) === port;
    return here && state === listening ? [`socket:[${inode}]`] : [];
  });
}
