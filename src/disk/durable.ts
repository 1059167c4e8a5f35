import { close, fdatasync, fsync, ftruncate, open, read, write } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf } from '../errors.js';
import type { WriteCounter } from './write-counters.js';

/** File calls that do not lie: what they resolve is on stable storage, or they throw. */

const writeSome = promisify(write);
const readSome = promisify(read);
const openFile = promisify(open);
const closeFile = promisify(close);
const syncAll = promisify(fsync);
const syncData = promisify(fdatasync);
const truncateTo = promisify(ftruncate);

/** A file held open by its descriptor. The callback API under it costs half of what `FileHandle` does per call. */
export type OpenFile = {
  readonly path: string;
  /** writes all of `bytes` at `position`, in as many calls as it takes */
  write: (bytes: Uint8Array, position: number) => Promise<void>;
  /** exactly `length` bytes from `position`, or fewer at the end of the file */
  read: (position: number, length: number) => Promise<Buffer>;
  /** data and size are on stable storage */
  sync: () => Promise<void>;
  truncate: (length: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens with `flags` as in fs.open; a file made here can be read by its owner alone. `tally` hears what is written. */
export async function openFileAt(
  path: string,
  flags: 'r' | 'r+' | 'w+' | 'wx+',
  counter?: WriteCounter,
): Promise<OpenFile> {
  const fd = await openFile(path, flags, 0o600);
  return {
    path,
    async write(bytes, position) {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await writeSome(fd, bytes, done, bytes.length - done, position + done);
        counter?.onWrite(position + done, bytesWritten);
        done += bytesWritten;
      }
    },
    async read(position, length) {
      const bytes = Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await readSome(fd, bytes, done, length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
    async sync() {
      await syncData(fd);
      counter?.onSync();
    },
    async truncate(length) {
      await truncateTo(fd, length);
      await syncAll(fd);
    },
    close: () => closeFile(fd),
  };
}

/** Opens for reading and writing, or for reading alone on a disk that allows no more. */
export async function openWritableOrReadonly(path: string, counter?: WriteCounter): Promise<OpenFile> {
  try {
    return await openFileAt(path, 'r+', counter);
  } catch (error) {
    if (errnoOf(error) !== 'EROFS') throw error;
    return openFileAt(path, 'r');
  }
}

/** A new, renamed or removed name is durable only once its folder is synced. */
export async function syncFolder(path: string, counter?: WriteCounter): Promise<void> {
  const fd = await openFile(path, 'r');
  try {
    await syncAll(fd);
    counter?.onFolderSync();
  } finally {
    await closeFile(fd);
  }
}

/**
 * Makes a folder and those above it that are missing, for their owner alone. It is durable from the first that was there
 * before; where all were, a former run may have been killed ahead of its syncs, so the last two are synced again.
 */
export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  const top = dirname(resolve(made ?? path));
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    try {
      await syncFolder(folder);
    } catch (error) {
      // What is there can be read all the same; nothing is written to such a disk, so nothing is promised on it.
      if (made !== undefined || errnoOf(error) !== 'EROFS') throw error;
    }
    if (folder === top) return;
  }
}

export type ReplaceOptions = {
  /** runs just ahead of the swap */
  readonly beforeRename?: () => Promise<void>;
  readonly counter?: WriteCounter | undefined;
};

/** The file holds either its former content or all of `chunks`, whatever happens. */
export async function replaceFile(
  path: string,
  chunks: Iterable<Uint8Array>,
  { beforeRename, counter }: ReplaceOptions = {},
): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await openFileAt(temporary, 'w+', counter);
  try {
    let position = 0;
    for (const chunk of chunks) {
      await file.write(chunk, position);
      position += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await beforeRename?.();
  await rename(temporary, path);
  await syncFolder(dirname(path), counter);
}
