import { constants } from 'node:fs';
import { readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readRegularFile } from '../disk/regular-file.js';
import { errnoOf, WaypostError } from '../errors.js';

const { O_WRONLY, O_CREAT, O_TRUNC, O_NONBLOCK, O_NOFOLLOW } = constants;
/** Opening a pipe in the place of the file fails instead of waiting for a reader, and a link is not followed. */
const REPLACE_FLAGS = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOFOLLOW;

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
    const holder = await describeHolder(name, holderFile);
    throw new WaypostError(
      'conflict',
      `the data folder ${folder} is in use by another Waypost (${holder}): stop it, or give this one its own --data`,
    );
  }
  socket.unref();
  // A full or read-only disk does not matter: the socket is the lock.
  await writeFile(holderFile, `${JSON.stringify({ pid: process.pid, host: hostname(), since: now })}\n`, {
    mode: 0o600,
    flag: REPLACE_FLAGS,
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

/** Empty if it cannot be read. */
const readHolder = (file: string): Promise<string> =>
  readRegularFile(file).then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  );

/** The file is that of the last gateway: another process may have taken the lock since. */
async function describeHolder(name: string, holderFile: string): Promise<string> {
  const text = (await readHolder(holderFile)).trim();
  const named = /"pid":(\d+)/.exec(text)?.[1];
  const inode = await inodeOf(name);
  if (inode === undefined || (named !== undefined && (await hasSocket(named, inode)))) return holderInWords(text);
  for (const pid of (await readdir('/proc')).filter((one) => /^\d+$/.test(one)))
    if (await hasSocket(pid, inode)) return `process ${pid}`;
  return 'a process of another user, whose number is not visible';
}

/** The content of the holder file in words; a file of another form as it is. */
function holderInWords(text: string): string {
  const [, pid, host = '', since = ''] = /^\{"pid":(\d+),"host":"([^"]*)","since":"([^"]*)"\}$/.exec(text) ?? [];
  if (pid === undefined) return text === '' ? 'unknown' : text;
  return `process ${pid} on ${host}, since ${since}`;
}

/** The inode of the abstract socket, from the kernel's table; undefined: it cannot be read. */
async function inodeOf(name: string): Promise<string | undefined> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  // The kernel shows each NUL as @; Node may pad the name with them.
  const line = table.split('\n').find((one) => one.replace(/(?<!@)@+$/, '').endsWith(` @${name.slice(1)}`));
  return line?.trim().split(/\s+/)[6];
}

/** False also if the process belongs to another user. */
async function hasSocket(pid: string, inode: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  for (const fd of await readdir(folder).catch((): string[] => [])) {
    const target = await readlink(join(folder, fd)).catch(() => '');
    if (target === `socket:[${inode}]`) return true;
  }
  return false;
}

const socketOf = ({ dev, ino }: { dev: number; ino: number }): string => `\0waypost:${dev}:${ino}`;

/** The present holder of the lock; null: none. Does not take the lock. */
export async function lockHolder(
  folder: string,
): Promise<{ readonly pid: number | null; readonly text: string } | null> {
  const isHeld = await canConnect(socketOf(await stat(folder)));
  if (!isHeld) return null;
  const text = (await readHolder(join(folder, 'lock'))).trim();
  const pid = /"pid":(\d+)/.exec(text)?.[1];
  return { pid: pid === undefined ? null : Number(pid), text: holderInWords(text) };
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
