import { statfsSync } from 'node:fs';

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** What the gateway's user may still write to the file system of `folder`. */
export function diskSpaceOf(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
