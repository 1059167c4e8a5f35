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

/** MiB of memory it has, and that are its own: no pages of files */
export function residentMiB(pid: number): number {
  const [, kib = 0] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** ms of processor time, of all its threads */
export function cpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
}
