import { readFileSync } from 'node:fs';

/**
 * Bytes that this process had written to block devices by the count of Linux: whole pages, without the file system's
 * journal (proc_pid_io(5), `write_bytes`). Null if there is no count, or nothing was written: on tmpfs, or yet.
 */
export function readBlockBytes(file = '/proc/self/io'): number | null {
  try {
    const written = Number(/^write_bytes: (\d+)$/m.exec(readFileSync(file, 'latin1'))?.[1]);
    return written > 0 ? written : null;
  } catch {
    return null;
  }
}
