import { statfsSync } from 'node:fs';
import { errnoOf } from '../errors.js';
import type { DiskSpace } from '../domain/disk-space.js';

export type { DiskSpace };

/** Space on the file system of `folder`; free: for the gateway's user. A folder that is gone has none. */
export function diskSpaceOf(folder: string): DiskSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return { freeBytes: 0, totalBytes: 0 };
  }
}

const MIN_FREE_BYTES = 1_073_741_824;
const MIN_FREE_SHARE = 0.1;

/** What files besides the log may take at most: they leave 1 GiB and a tenth of the disk free for it. Negative: less is free. */
export const spareBytes = ({ freeBytes, totalBytes }: DiskSpace): number =>
  Math.floor(freeBytes - Math.max(MIN_FREE_BYTES, totalBytes * MIN_FREE_SHARE));
