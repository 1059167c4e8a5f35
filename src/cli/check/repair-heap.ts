import { getHeapStatistics } from 'node:v8';
import { snapshotBytes } from '../../store/state/snapshot.js';

const MIB = 1_048_576;
/** Heap that the repair takes for a byte of the state: 2 to 3 were measured. */
const HEAP_PER_STATE_BYTE = 4;
const BASE_BYTES = 64 * MIB;
const STEP_MIB = 100;

/**
 * How to run the repair of `folder`, if the heap of this process (`limit`, bytes) may not suffice for its state; null: it
 * suffices. Node takes less heap on a machine with little memory.
 */
export async function heapAdvice(folder: string, limit = getHeapStatistics().heap_size_limit): Promise<string | null> {
  const bytes = await snapshotBytes(folder);
  const needed = HEAP_PER_STATE_BYTE * bytes + BASE_BYTES;
  if (needed <= limit) return null;
  const heap = Math.ceil(needed / MIB / STEP_MIB) * STEP_MIB;
  return (
    `the state has ${Math.ceil(bytes / MIB)} MiB, and the repair may take ${heap} MiB of heap, more than the ` +
    `${Math.floor(limit / MIB)} MiB of this process: if it runs out of memory, run it as: ` +
    `sudo -u waypost env NODE_OPTIONS=--max-old-space-size=${heap} waypost check --repair`
  );
}
