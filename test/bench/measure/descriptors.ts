import { readFileSync } from 'node:fs';

/** Throws if a process may open fewer files and sockets. Node itself raises the soft limit to the hard one. */
export function assertDescriptors(needed: number): void {
  const [, limit = 'unlimited'] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  if (Number(limit) < needed) {
    throw new Error(
      `open files: the limit is ${limit}, expected at least ${needed}: raise it with ulimit -Hn ${needed}`,
    );
  }
}
