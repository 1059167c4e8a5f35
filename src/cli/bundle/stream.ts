import { gzipSync } from 'node:zlib';
import type { BundleFile } from './collect.js';

/** The end of a tar archive. */
export const TAR_END = Buffer.alloc(1024);

/** A gzip file may have any number of parts; this one has nothing. */
const EMPTY_PART = gzipSync('');
/** Proxies and browsers give up on a download that stands still. */
const QUIET_MS = 2_000;

/**
 * The bundle as a download: each file when it is made, those that read the whole store last. An empty part comes at once, and
 * whenever a file takes longer. At most one file is in memory.
 */
export async function* streamBundle(
  files: readonly BundleFile[],
  pack: (file: BundleFile) => Promise<Uint8Array>,
  quietMs = QUIET_MS,
): AsyncGenerator<Buffer> {
  yield EMPTY_PART;
  const isSlow = (one: BundleFile): boolean => one.isSlow === true;
  for (const file of [...files.filter((one) => !isSlow(one)), ...files.filter(isSlow)]) {
    const packed = pack(file);
    while (!(await isDoneWithin(packed, quietMs))) yield EMPTY_PART;
    yield gzipSync(await packed);
  }
  yield gzipSync(TAR_END);
}

async function isDoneWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
