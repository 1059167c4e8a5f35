import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TimedEntry } from './segment.js';

/** Lines decoded per turn of the event loop: some ms, also on a Raspberry Pi. */
export const MAX_BYTES_PER_TURN = 65_536;

/** The entries in slices; other work gets its turn in between. */
export async function* inSlices(entries: Iterable<TimedEntry>): AsyncGenerator<readonly TimedEntry[]> {
  let slice: TimedEntry[] = [];
  let bytes = 0;
  for (const one of entries) {
    slice.push(one);
    bytes += one.bytes;
    if (bytes < MAX_BYTES_PER_TURN) continue;
    yield slice;
    slice = [];
    bytes = 0;
    await nextTurn();
  }
  yield slice;
}
