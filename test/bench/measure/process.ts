import { readFileSync } from 'node:fs';
import { residentBytes } from '../../support/machine/resident-memory.js';

/** The kernel's clock ticks per second: the same on every Linux that Node supports. */
const TICKS = 100;
const SAMPLE_MS = 100;

/** The fields of proc(5) `stat` from the state on: the process name before the last bracket may contain anything. */
const statOf = (pid: number | 'self'): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];

/** Processor time in s of a process and all its threads since its start, in user and kernel mode. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Processor time in s of this process and of all its children that have ended. */
export const ownCpuSeconds = (): number =>
  statOf('self')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;

/** Processor time in s that all cores together have spent on anything. */
export function machineCpuSeconds(): number {
  const [, user, nice, system, , , irq, softirq, steal] = (
    /^cpu .*$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[0] ?? ''
  ).split(/ +/);
  return [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** Bytes that a process has written to the disk, as the kernel counts them. */
export const writtenBytes = (pid: number | 'self'): number =>
  Number(/write_bytes: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);

export const rssMb = (pid: number): number => residentBytes(pid) / 1e6;

/** Samples the resident memory; the returned function ends that and returns the maximum, MB. */
export function watchPeakMb(pid: number): () => number {
  let peak = rssMb(pid);
  const timer = setInterval(() => (peak = Math.max(peak, rssMb(pid))), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return Math.max(peak, rssMb(pid));
  };
}
