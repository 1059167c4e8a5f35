import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Reads a file; throws at once, with code `ENOTREG`, if it is a folder, a pipe, a socket or a device. */
export async function readRegularFile(path: string): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe waits for a writer, for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ENOTREG' });
    return await file.readFile();
  } finally {
    await file.close();
  }
}
