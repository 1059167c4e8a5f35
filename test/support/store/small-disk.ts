import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small file system that fills quickly; mounting needs root. */
export type SmallDisk = {
  /** uses all the space */
  readonly fill: () => void;
  /** frees the space */
  readonly free: () => void;
  /** makes it read-only, as ext4 does when its card fails: open files cannot be written anymore */
  readonly failForGood: () => void;
  readonly remove: () => void;
};

const run = (program: string, ...flags: string[]): void => {
  execFileSync(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Creates `path` and mounts a small disk there. */
export function mountSmallDisk(path: string, kind: 'tmpfs' | 'ext4'): SmallDisk {
  mkdirSync(path);
  const image = `${path}.img`;
  if (kind === 'tmpfs') run('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path);
  else {
    writeFileSync(image, '');
    truncateSync(image, 16 * 1024 * 1024);
    run('mkfs.ext4', '-q', '-F', image);
    run('mount', '-o', 'loop', image, path);
  }
  const ballast = join(path, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let size = 65_536; size >= 1; size = size >> 1) writeUntilFull(file, Buffer.alloc(size, 'x'));
      } finally {
        closeSync(file);
      }
    },
    free() {
      rmSync(ballast);
    },
    failForGood() {
      run('mount', '-o', 'remount,abort', path);
    },
    remove() {
      run('umount', '-l', path);
      rmSync(image, { force: true });
    },
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length) fdatasyncSync(file);
  } catch {
    // The disk is meant to be full.
  }
}
