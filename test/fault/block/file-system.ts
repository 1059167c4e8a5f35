import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBlockDisk, type BlockDisk } from './block-disk.js';
import { runUntilSuccess, run } from './commands.js';
import { serveNbd } from './nbd.js';

/** ext4 creates no journal on a much smaller disk. */
const DISK_BYTES = 48 * 1024 * 1024;

/**
 * Runs `use` on a new ext4 of the kernel whose disk is in this process: NBD, shown as a file by nbdfuse and as a device by
 * a loop device. Removes everything afterwards. Returns the disk with the requests since `use` started.
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
  const undo: (() => Promise<unknown>)[] = [() => runUntilSuccess('fusermount3', '-u', fuse).then(() => gone)];
  try {
    for (let waited = 0; !(await readdir(fuse)).includes('nbd'); waited++) {
      if (waited === 100) throw new Error('nbdfuse does not show the disk');
      await delay(50);
    }
    const device = await run('losetup', '--find', '--show', join(fuse, 'nbd'));
    undo.unshift(() => runUntilSuccess('losetup', '--detach', device));
    // Without lazy initialization, so that the kernel does not continue it during the load.
    await run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', device);
    await run('mount', '-o', options, device, mounted);
    undo.unshift(() => runUntilSuccess('umount', mounted));
    await run('sync', '--file-system', mounted);
    disk.startLog();
    await use(mounted, disk);
  } finally {
    for (const one of undo) await one();
    server.close();
  }
  return disk;
}

/** Mounts an image after the cut, which replays its journal, and runs `inspect` on it. */
export async function withImage<T>(
  image: string,
  folder: string,
  options: string,
  inspect: () => Promise<T>,
): Promise<T> {
  mkdirSync(folder, { recursive: true });
  await run('mount', '-o', `loop,${options}`, image, folder);
  try {
    return await inspect();
  } finally {
    await runUntilSuccess('umount', folder);
  }
}
