import { open } from 'node:fs/promises';
import { LOST } from './arrival-order.js';
import { LF } from '../entry-codec.js';
import type { LineBlock } from '../segment.js';

/** The file is read through one buffer: a new one for each read would make the garbage collector run all the time. */
const BUFFER_BYTES = 524_288;
/** More than the indexes of a block. */
const INDEX_RANGE = 65_536;

/** Reads the lines at these offsets, fewer than 65,536, which may be anywhere in the file; lost ones stay empty. */
export async function readLineBlock(path: string, offsets: Uint32Array): Promise<LineBlock> {
  const block = createBlock(offsets.length);
  const places = inFileOrder(offsets);
  const file = await open(path, 'r');
  try {
    let buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    for (let at = 0; at < places.length;) {
      const position = offsetIn(places, at);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      const before = at;
      for (; at < places.length; at += 1) {
        const start = offsetIn(places, at) - position;
        const lineFeed = start < bytesRead ? buffer.indexOf(LF, start) : -1;
        if (lineFeed < 0 || lineFeed >= bytesRead) break;
        block.add(indexIn(places, at), buffer.subarray(start, lineFeed));
      }
      if (at > before) continue;
      // Either the file ends within the line, or the line is longer than the buffer.
      if (bytesRead < buffer.length) at += 1;
      else buffer = Buffer.allocUnsafeSlow(buffer.length * 2);
    }
  } finally {
    await file.close();
  }
  return block.result();
}

/** Offsets with their indexes, in one number each: sorting numbers takes little time. */
function inFileOrder(offsets: Uint32Array): Float64Array {
  const places: number[] = [];
  offsets.forEach((offset, index) => {
    if (offset !== LOST) places.push(offset * INDEX_RANGE + index);
  });
  return Float64Array.from(places).sort();
}

const offsetIn = (places: Float64Array, at: number): number => Math.floor((places[at] ?? 0) / INDEX_RANGE);
const indexIn = (places: Float64Array, at: number): number => (places[at] ?? 0) % INDEX_RANGE;

function createBlock(count: number) {
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let bytes = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let used = 0;
  return {
    add(index: number, line: Buffer): void {
      if (used + line.length > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(2 * bytes.length + line.length);
        bytes.copy(larger, 0, 0, used);
        bytes = larger;
      }
      line.copy(bytes, used);
      starts[index] = used;
      used += line.length;
      ends[index] = used;
    },
    result: (): LineBlock => ({ bytes, starts, ends }),
  };
}

export const lineIn = ({ bytes, starts, ends }: LineBlock, index: number): Buffer =>
  bytes.subarray(starts[index] ?? 0, ends[index] ?? 0);

/** The memory that a block takes. */
export const bytesOfLines = ({ bytes, starts, ends }: LineBlock): number =>
  bytes.length + starts.byteLength + ends.byteLength;
