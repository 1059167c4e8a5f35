import { readFileSync } from 'node:fs';

/** Ticks that the kernel counts in, a second: the same on every Linux that Node runs on. */
const TICKS = 100;

/** Processor time of a process and all its threads since it began, in user and kernel mode, s. */
export function cpuSeconds(pid: number): number {
  // What stands before the last bracket is the name of the process, which may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
