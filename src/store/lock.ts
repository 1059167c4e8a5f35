import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errnoOf, WaypostError } from '../errors.js';

export type FolderLock = { release: () => Promise<void> };

/**
 * One process per data folder. The lock is an abstract Unix socket named after the folder's device and inode, which the
 * kernel releases when the process ends, however it ends. The file `lock` only names the holder.
 */
export async function lockFolder(folder: string, now: string): Promise<FolderLock> {
  const { dev, ino } = await stat(folder);
  const holderFile = join(folder, 'lock');
  const name = socketOf({ dev, ino });
  const socket = createServer((connection) => connection.destroy());
  try {
    await listen(socket, name);
  } catch (error) {
    if (errnoOf(error) !== 'EADDRINUSE') throw error;
    const holder = await readFile(holderFile, 'utf8').catch(() => 'unknown');
    throw new WaypostError(
      'conflict',
      `the data folder ${folder} is in use by another Waypost (${holder.trim()}): stop it, or give this one its own --data`,
    );
  }
  socket.unref();
  // A full or read-only disk does not matter: the socket is the lock.
  await writeFile(holderFile, `${JSON.stringify({ pid: process.pid, host: hostname(), since: now })}\n`, {
    mode: 0o600,
  }).catch(() => undefined);
  return {
    release: () =>
      new Promise((resolve) =>
        socket.close(() => {
          resolve();
        }),
      ),
  };
}

const socketOf = ({ dev, ino }: { dev: number; ino: number }): string => `\0waypost:${dev}:${ino}`;

/** The present holder of the lock; null: none. Does not take the lock. */
export async function lockHolder(
  folder: string,
): Promise<{ readonly pid: number | null; readonly text: string } | null> {
  const isHeld = await canConnect(socketOf(await stat(folder)));
  if (!isHeld) return null;
  const text = await readFile(join(folder, 'lock'), 'utf8').catch(() => 'unknown');
  const pid = /"pid":(\d+)/.exec(text)?.[1];
  return { pid: pid === undefined ? null : Number(pid), text: text.trim() };
}

const canConnect = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path })
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => {
        resolve(false);
      });
  });

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen({ path }, resolve);
  });
