import { createReadStream } from 'node:fs';
import { messageOf, WaypostError } from '../../errors.js';
import { decodeChunk, MAX_CAPTURE_LINE } from '../../serial/capture/capture-format.js';
import { transmitMs } from '../../simulator/ports/uart.js';

/** Bytes that a tracker sent, and the delay after the previous ones. */
export type RecordedChunk = {
  /** ms */
  readonly delayMs: number;
  readonly bytes: Uint8Array;
};

export type RecordingOptions = {
  /** capture of the gateway or raw bytes; default: detected from the first line */
  readonly format?: 'capture' | 'raw' | undefined;
  /** raw file: speed of the port, bit/s */
  readonly baudRate: number;
  /** raw file: skip the first lines that begin with `#` */
  readonly skipComments?: boolean | undefined;
  /** ms; capture: longer gaps are shortened to this */
  readonly maxGapMs: number;
};

/** Reads a recording as a stream. Throws a WaypostError that names the file and the line. */
export async function* readRecording(file: string, options: RecordingOptions): AsyncGenerator<RecordedChunk> {
  const chunks = readChunks(file)[Symbol.asyncIterator]();
  const head = await firstLine(chunks);
  const rest = prepend(head, chunks);
  const isCapture = (options.format ?? (looksLikeCapture(head) ? 'capture' : 'raw')) === 'capture';
  yield* isCapture ? readCapture(rest, file, options) : readRaw(rest, options);
}

/** Bytes of a raw file that are played together. */
const SLICE_MS = 20;

async function* readRaw(
  chunks: Chunks,
  { baudRate, skipComments = false }: RecordingOptions,
): AsyncGenerator<RecordedChunk> {
  const size = Math.max(1, Math.floor(SLICE_MS / transmitMs(1, baudRate)));
  for await (const chunk of skipComments ? withoutComments(chunks) : chunks) {
    for (let at = 0; at < chunk.length; at += size) {
      const bytes = chunk.subarray(at, at + size);
      yield { delayMs: transmitMs(bytes.length, baudRate), bytes };
    }
  }
}

async function* readCapture(
  chunks: Chunks,
  file: string,
  { maxGapMs }: RecordingOptions,
): AsyncGenerator<RecordedChunk> {
  let number = 0;
  let last: number | undefined;
  let delayMs = 0;
  for await (const line of linesOf(chunks)) {
    number += 1;
    const text = line.toString().trimEnd();
    if (text === '' && line.length <= 2) continue;
    const decoded = decodeChunk(text);
    if (!decoded.ok) throw new WaypostError('validation_failed', `${file}, line ${number}: ${decoded.message}`);
    const { at, direction, bytes } = decoded.value;
    delayMs += Math.min(Math.max(at - (last ?? at), 0), maxGapMs);
    last = at;
    if (direction === 'out') continue;
    yield { delayMs, bytes };
    delayMs = 0;
  }
}

const LF = 0x0a;
/** A character of a capture has at most two bytes of UTF-8. A longer line is cut here and rejected by the decoder. */
const MAX_LINE_BYTES = 2 * MAX_CAPTURE_LINE + 2;

/** Lines with their line endings. */
async function* linesOf(chunks: Chunks): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(LF); end >= 0; end = rest.indexOf(LF, start)) {
      yield rest.subarray(start, end + 1);
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > MAX_LINE_BYTES) break;
  }
  if (rest.length > 0) yield rest;
}

async function* withoutComments(chunks: Chunks): AsyncGenerator<Buffer> {
  let isHead = true;
  let isComment = false;
  let isLineStart = true;
  for await (const chunk of chunks) {
    let start = 0;
    while (isHead && start < chunk.length) {
      if (isLineStart) isComment = chunk[start] === 0x23;
      isHead = isComment;
      if (!isHead) break;
      const end = chunk.indexOf(LF, start);
      isLineStart = end >= 0;
      start = end < 0 ? chunk.length : end + 1;
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }
}

type Chunks = AsyncIterable<Buffer>;

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new WaypostError('not_found', `${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Reads until the first line is complete, but not beyond the maximum length of a line. */
async function firstLine(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (!head.includes(LF) && head.length <= MAX_LINE_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

const looksLikeCapture = (head: Buffer): boolean => decodeChunk((head.toString().split('\n')[0] ?? '').trimEnd()).ok;

async function* prepend(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
