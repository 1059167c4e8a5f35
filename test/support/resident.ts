import { readFileSync } from 'node:fs';

/** Bytes of memory that a process has resident (VmRSS of proc(5)). */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
