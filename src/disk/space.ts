import { statfsSync } from 'node:fs';

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** Space on the file system of `folder`; free: for the gateway's user. */
export function diskSpaceOf(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
