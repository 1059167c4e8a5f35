import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What a process uses, as the kernel tells it. */

/** What its descriptors are, sorted, without what tells one terminal, connection or segment of the log from another. */
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

/** ms of processor time, of all its threads */
export function cpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}
