import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_AS_UNIT, UNIT_MEMORY_BYTES } from './unit-settings.js';

/** A control group that limits the memory of the processes in it, swap included. */
export type MemoryLimit = {
  /** runs the command behind it, which is Node, in the group with the settings of the unit: `under` of `startGateway` */
  readonly under: readonly string[];
  /** the most memory that the group used, bytes: anonymous memory and page cache */
  readonly peakBytes: () => number;
  /** after its processes have ended */
  readonly remove: () => void;
};

type Hierarchy = { readonly root: string; readonly limit: string; readonly peak: string };

const V1: Hierarchy = {
  root: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  peak: 'memory.max_usage_in_bytes',
};
const V2: Hierarchy = { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' };

/** Needs root, and the memory controller of cgroup v1 or v2. */
export function createMemoryLimit(name: string, bytes = UNIT_MEMORY_BYTES): MemoryLimit {
  const { root, limit, peak } = existsSync(join(V1.root, V1.limit)) ? V1 : V2;
  const folder = join(root, `waypost-test-${process.pid}-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, limit), String(bytes));
  return {
    under: ['bash', '--norc', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && ${RUN_AS_UNIT}`],
    peakBytes: () => Number(readFileSync(join(folder, peak), 'utf8')),
    remove: () => {
      rmdirSync(folder);
    },
  };
}
