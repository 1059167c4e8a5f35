import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes (VmRSS of proc(5)). */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
