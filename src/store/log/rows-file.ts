import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openFileAt, replaceFile, type OpenFile } from '../../disk/durable.js';
import { readRegularFile } from '../../disk/regular-file.js';
import type { WriteCounter } from '../../disk/write-counters.js';
import { appendCrc, hasValidCrc, LF } from './entry-codec.js';
import type { RawSegment, StoredRows } from './raw-segment.js';
import { rawName, rowsName } from './segment.js';

/** The segment is read in pieces of this size. */
const PIECE_BYTES = 262_144;

/** Every line is checked here, so that the next start needs only the CRC of them all. A segment with damage gets no file. */
export async function writeRows(folder: string, segment: RawSegment, counter?: WriteCounter): Promise<void> {
  const { rows, file } = segment;
  const bytes = await readFile(file.path);
  const stored = rowsOf(segment, bytes);
  if (rows.count() === 0 || stored === undefined) return;
  const line = appendCrc(JSON.stringify(stored).slice(0, -1));
  await replaceFile(join(folder, rowsName(segment.first)), [line], { counter });
}

function rowsOf(segment: RawSegment, bytes: Buffer): StoredRows | undefined {
  const { rows } = segment;
  const stored = { n: [] as number[], ms: [] as number[], length: [] as number[], stream: [] as number[] };
  let [end, n, ms] = [0, 0, 0];
  for (let row = 0; row < rows.count(); row += 1) {
    const start = rows.offset(row);
    const length = rows.length(row);
    if (start !== end || !isWhole(bytes.subarray(start, start + length))) return undefined;
    stored.n.push(rows.n(row) - n);
    stored.ms.push(rows.ms(row) - ms);
    stored.length.push(length);
    stored.stream.push(rows.stream(row));
    [end, n, ms] = [start + length, rows.n(row), rows.ms(row)];
  }
  if (end !== bytes.length) return undefined;
  const streams = segment.streams().map(({ name }) => name);
  return {
    version: 1,
    bytes: end,
    segmentCrc: crc32(bytes),
    lastAt: segment.lastAt(),
    firstAt: segment.firstAt(),
    streams,
    ...stored,
  };
}

const isWhole = (line: Buffer): boolean => line.at(-1) === LF && hasValidCrc(line.subarray(0, -1));

/**
 * The rows that a clean stop left of a segment, and no more than once: their reader is about to write to it. Undefined:
 * there are none, the segment has changed since, or it has entries after `covered`, the last one of the snapshot.
 */
export async function takeRows(folder: string, first: number, covered: number): Promise<StoredRows | undefined> {
  const path = join(folder, rowsName(first));
  const stored = await readRegularFile(path)
    .then(decodeRows)
    .catch(() => undefined);
  // A file that stays is ignored: it fits no other content of the segment.
  await rm(path, { force: true }).catch(() => undefined);
  if (stored === undefined || stored.n.reduce((sum, by) => sum + by, 0) > covered) return undefined;
  const file = await openFileAt(join(folder, rawName(first)), 'r');
  try {
    return (await isUnchanged(file, stored)) ? stored : undefined;
  } finally {
    await file.close();
  }
}

function decodeRows(bytes: Buffer): StoredRows | undefined {
  const line = bytes.at(-1) === LF ? bytes.subarray(0, -1) : bytes;
  if (!hasValidCrc(line)) return undefined;
  const stored = JSON.parse(line.toString('utf8')) as StoredRows | { readonly version: unknown };
  return stored.version === 1 ? (stored as StoredRows) : undefined;
}

async function isUnchanged(file: OpenFile, { bytes, segmentCrc }: StoredRows): Promise<boolean> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let crc = 0;
  let position = 0;
  // One byte more, so that a longer segment is seen.
  while (position <= bytes) {
    const piece = await file.read(position, Math.min(PIECE_BYTES, bytes + 1 - position), buffer);
    if (piece.length === 0) break;
    crc = crc32(piece, crc);
    position += piece.length;
  }
  return position === bytes && crc === segmentCrc;
}
