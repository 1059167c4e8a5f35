import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBlockDisk, type BlockDisk } from './block-disk.js';
import { insist, run } from './commands.js';
import { serveNbd } from './nbd.js';

/** ext4 makes no journal on a disk much smaller than this. */
const DISK_BYTES = 48 * 1024 * 1024;

/**
 * Lets `use` work on a fresh ext4 of the kernel's own whose disk is ours: NBD, shown as a file by nbdfuse, made a device
 * by a loop. Nothing of it is left afterwards. Gives back the disk, with all that was asked of it from `use` on.
 */
export async function withFileSystem(
  work: string,
  options: string,
  use: (folder: string, disk: BlockDisk) => Promise<void>,
): Promise<BlockDisk> {
  const [fuse, mounted, socket] = [join(work, 'fuse'), join(work, 'mounted'), join(work, 'nbd.sock')];
  for (const folder of [fuse, mounted]) mkdirSync(folder, { recursive: true });
  const disk = createBlockDisk(DISK_BYTES);
  const server = await serveNbd(disk, socket);
  const nbdfuse = spawn('nbdfuse', [`${fuse}/`, '--unix', socket], { stdio: 'ignore' });
  const gone = once(nbdfuse, 'exit');
  const undo: (() => Promise<unknown>)[] = [() => insist('fusermount3', '-u', fuse).then(() => gone)];
  try {
    for (let waited = 0; !(await readdir(fuse)).includes('nbd'); waited++) {
      if (waited === 100) throw new Error('nbdfuse shows no disk');
      await delay(50);
    }
    const device = await run('losetup', '--find', '--show', join(fuse, 'nbd'));
    undo.unshift(() => insist('losetup', '--detach', device));
    // All of it at once: no thread of the kernel goes on making the file system during the load.
    await run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', device);
    await run('mount', '-o', options, device, mounted);
    undo.unshift(() => insist('umount', mounted));
    await run('sync', '--file-system', mounted);
    disk.begin();
    await use(mounted, disk);
  } finally {
    for (const one of undo) await one();
    server.close();
  }
  return disk;
}

/** Lets `look` see what the kernel makes of an image after the cut: it replays the journal first. */
export async function withImage<T>(image: string, folder: string, options: string, look: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  await run('mount', '-o', `loop,${options}`, image, folder);
  try {
    return await look();
  } finally {
    await insist('umount', folder);
  }
}
