import { readFileSync } from 'node:fs';

/**
 * What Linux says this process has had written to block devices, in whole pages, without the journal of the file system
 * (proc_pid_io(5), `write_bytes`); null where it says nothing, or nothing was: on tmpfs, or not yet.
 */
export function readBlockBytes(file = '/proc/self/io'): number | null {
  try {
    const written = Number(/^write_bytes: (\d+)$/m.exec(readFileSync(file, 'latin1'))?.[1]);
    return written > 0 ? written : null;
  } catch {
    return null;
  }
}
