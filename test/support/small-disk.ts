import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own, small enough to be filled in a moment. Mounting takes root. */
export type SmallDisk = {
  /** takes all the space there is */
  readonly fill: () => void;
  /** gives it back */
  readonly free: () => void;
  /** as ext4 does when the card under it fails: whatever is open for writing can not be written any more */
  readonly failForGood: () => void;
  readonly remove: () => void;
};

const run = (program: string, ...flags: string[]): void => {
  execFileSync(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Mounts one at `path`, which is made. */
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
    // Full is what it is to be.
  }
}
