import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { replaceFile } from '../../../disk/durable.js';
import { readRegularFile } from '../../../disk/regular-file.js';
import type { WriteCounter } from '../../../disk/write-counters.js';
import { appendCrc, hasValidCrc, LF, numberAt } from '../entry-codec.js';
import { isFileFault } from '../read-guard.js';
import { type Damage, readLines } from '../scan.js';
import { orderName, type ArrivalOrder } from '../segment.js';

export const LOST = 0xffff_ffff;

/** The segment that an order belongs to: `bytes` is the size of its file. */
export type OrderedSegment = { readonly first: number; readonly last: number; readonly bytes: number };

/** Lines checked per turn of the event loop: some ms. */
const LINES_PER_TURN = 4_000;
/** In the file, an offset has 3 bytes, which are 4 characters, if that is enough for the segment. */
const SHORT = { width: 3, lost: 0xff_ffff };
const LONG = { width: 4, lost: LOST };
const encodingFor = (bytes: number): typeof SHORT => (bytes < SHORT.lost ? SHORT : LONG);

export const emptyOrder = ({ first, last }: Pick<OrderedSegment, 'first' | 'last'>): ArrivalOrder => ({
  offsets: new Uint32Array(Math.max(0, last - first + 1)).fill(LOST),
});

/** Checks every line of a sorted segment, in slices, because requests must not wait for all of it. */
export async function buildOrder(
  bytes: Buffer,
  segment: OrderedSegment,
): Promise<{ readonly order: ArrivalOrder; readonly damages: readonly Damage[] }> {
  const order = emptyOrder(segment);
  const damages: Damage[] = [];
  const set = (n: number, offset: number): void => {
    if (n >= segment.first && n <= segment.last) order.offsets[n - segment.first] = offset;
  };
  let lines = 0;
  for (let start = 0; start < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, start);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(start, end);
    if (hasValidCrc(line.subarray(0, -1))) set(numberAt(bytes, start), start);
    else {
      for (const { offset, length, entry } of readLines(line)) {
        if (entry === undefined) damages.push({ offset: start + offset, length });
        else set(entry.n, start + offset);
      }
    }
    start = end;
    lines += 1;
    if (lines % LINES_PER_TURN === 0) await nextTurn();
  }
  return { order, damages };
}

const VERSION = 1;
type StoredOrder = OrderedSegment & { readonly version: number; readonly offsets: string };

/** Ends with a CRC, like the index: a wrong offset would pass over an entry without a word. */
export function writeOrder(
  folder: string,
  { first, last, bytes }: OrderedSegment,
  { offsets }: ArrivalOrder,
  counter?: WriteCounter,
): Promise<void> {
  const stored: StoredOrder = { version: VERSION, first, last, bytes, offsets: encodeOffsets(offsets, bytes) };
  const line = appendCrc(JSON.stringify(stored).slice(0, -1));
  return replaceFile(join(folder, orderName(first)), [line], { counter });
}

/** Undefined if the file is missing, damaged, or of another segment file. */
export async function readOrder(folder: string, segment: OrderedSegment): Promise<ArrivalOrder | undefined> {
  const { first, last, bytes } = segment;
  try {
    const line = (await readRegularFile(join(folder, orderName(first)))).subarray(0, -1);
    if (!hasValidCrc(line)) return undefined;
    const stored = JSON.parse(line.toString('latin1')) as StoredOrder;
    if (stored.version !== VERSION || stored.first !== first || stored.last !== last || stored.bytes !== bytes)
      return undefined;
    return decodeOffsets(stored.offsets, segment);
  } catch (error) {
    if (isFileFault(error)) return undefined;
    throw error;
  }
}

function encodeOffsets(offsets: Uint32Array, bytes: number): string {
  const { width, lost } = encodingFor(bytes);
  const encoded = Buffer.alloc(offsets.length * width);
  for (const [index, offset] of offsets.entries())
    encoded.writeUIntLE(offset === LOST ? lost : offset, index * width, width);
  return encoded.toString('base64');
}

function decodeOffsets(text: string, segment: OrderedSegment): ArrivalOrder | undefined {
  const { width, lost } = encodingFor(segment.bytes);
  const encoded = Buffer.from(text, 'base64');
  const order = emptyOrder(segment);
  if (encoded.length !== order.offsets.length * width) return undefined;
  for (let index = 0; index < order.offsets.length; index += 1) {
    const offset = encoded.readUIntLE(index * width, width);
    order.offsets[index] = offset === lost ? LOST : offset;
  }
  return order;
}

export const isSameOrder = (a: ArrivalOrder, b: ArrivalOrder): boolean =>
  a.offsets.length === b.offsets.length && a.offsets.every((offset, index) => offset === b.offsets[index]);
