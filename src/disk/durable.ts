import { close, fdatasync, fstatSync, fsync, ftruncate, open, read, write } from 'node:fs';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { errnoOf } from '../errors.js';
import type { WriteCounter } from './write-counters.js';

/** File operations that resolve only once their result is on stable storage, and throw otherwise. */

const writeSome = promisify(write);
const readSome = promisify(read);
const openFile = promisify(open);
const closeFile = promisify(close);
const syncAll = promisify(fsync);
const syncData = promisify(fdatasync);
const truncateTo = promisify(ftruncate);

/** An open file. The callback API that it uses takes half as long per call as `FileHandle`. */
export type OpenFile = {
  readonly path: string;
  /** writes all of `bytes` at `position`, in as many calls as needed */
  write: (bytes: Uint8Array, position: number) => Promise<void>;
  /** exactly `length` bytes from `position`, or fewer at the end of the file; into `buffer`, if it is given and large enough */
  read: (position: number, length: number, buffer?: Buffer) => Promise<Buffer>;
  /** data and size are on stable storage */
  sync: () => Promise<void>;
  truncate: (length: number) => Promise<void>;
  /** it has no name any more: what is written to it is gone once it is closed */
  isDeleted: () => boolean;
  close: () => Promise<void>;
};

/** `flags` as in fs.open. Only the owner can read a file created here. `counter` counts what is written. */
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
    async read(position, length, buffer) {
      const bytes = buffer !== undefined && buffer.length >= length ? buffer : Buffer.allocUnsafe(length);
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
    // Of a file that is open, it reads nothing from the disk.
    isDeleted: () => fstatSync(fd).nlink === 0,
    close: () => closeFile(fd),
  };
}

/** Opens for reading and writing, or only for reading on a read-only disk. */
export async function openWritableOrReadonly(path: string, counter?: WriteCounter): Promise<OpenFile> {
  try {
    return await openFileAt(path, 'r+', counter);
  } catch (error) {
    if (errnoOf(error) !== 'EROFS') throw error;
    return openFileAt(path, 'r');
  }
}

/** A created, renamed or removed name is durable only after its folder is synced. */
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
 * Creates a folder and its missing parents, for the owner only, and syncs up to the first folder that existed before. If
 * all existed, a previous run may have been killed before its syncs, so the last two are synced again.
 */
export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  const top = dirname(resolve(made ?? path));
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    try {
      await syncFolder(folder);
    } catch (error) {
      // A read-only disk can still be read; nothing is acknowledged on it.
      if (made !== undefined || errnoOf(error) !== 'EROFS') throw error;
    }
    if (folder === top) return;
  }
}

export type ReplaceOptions = {
  /** runs right before the file is replaced */
  readonly beforeRename?: () => Promise<void>;
  readonly counter?: WriteCounter | undefined;
};

/**
 * What is there was left by a write that a crash ended, or is a pipe or a link that others put there: nothing is written
 * into it.
 */
async function createFile(path: string, counter: WriteCounter | undefined): Promise<OpenFile> {
  try {
    return await openFileAt(path, 'wx+', counter);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    await unlink(path);
    return openFileAt(path, 'wx+', counter);
  }
}

/** Bytes of one write: whole pages. Thousands of lines in a write each would take most of the time. */
const WRITE_BYTES = 65_536;
/** A large file is synced in parts, so that an alert that is stored meanwhile waits for a part at most: 50 ms at 10 MB/s. */
const SYNC_BYTES = 8 * WRITE_BYTES;

/** The chunks in pieces of a write, the last one smaller, all in the same memory. */
async function* piecesOf(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafe(WRITE_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + WRITE_BYTES - length);
      piece.set(part, length);
      length += part.length;
      at += part.length;
      if (length < WRITE_BYTES) continue;
      yield piece;
      length = 0;
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}

/** The file has either its previous content or all of `chunks`, of any size, even after a crash. */
export async function replaceFile(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { beforeRename, counter }: ReplaceOptions = {},
): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await createFile(temporary, counter);
  try {
    let position = 0;
    for await (const piece of piecesOf(chunks)) {
      await file.write(piece, position);
      position += piece.length;
      if (position % SYNC_BYTES === 0) await file.sync();
    }
    await file.sync();
  } catch (error) {
    await file.close();
    // A part of a file takes room on a full disk and is of no use.
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await file.close();
  await beforeRename?.();
  await rename(temporary, path);
  await syncFolder(dirname(path), counter);
}
