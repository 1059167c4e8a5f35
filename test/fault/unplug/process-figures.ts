import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The open descriptors of a process, sorted, with numbers replaced so that equal kinds look equal. */
export function descriptorsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder)
    .flatMap((name) => {
      try {
        return [readlinkSync(`${folder}/${name}`)];
      } catch {
        return [];
      }
    })
    .map((target) => target.replace(/\d+/g, 'N'))
    .sort();
}

/** Processor time of all threads of a process, ms. */
export function cpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}
