import { readFileSync } from 'node:fs';

/** The kernel's clock ticks per second: the same on every Linux that Node supports. */
const TICKS = 100;

/** Processor time in s of a process and all its threads since its start, in user and kernel mode. */
export function cpuSeconds(pid: number): number {
  // The process name before the last bracket may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
