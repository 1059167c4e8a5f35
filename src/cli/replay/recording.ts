import { createReadStream } from 'node:fs';
import { messageOf, WaypostError } from '../../errors.js';
import { decodeChunk, MAX_CAPTURE_LINE } from '../../serial/capture/capture-format.js';
import { transmitMs } from '../../simulator/ports/uart.js';

/** What a tracker sent, and how long after what came before it. */
export type RecordedChunk = {
  /** ms */
  readonly delayMs: number;
  readonly bytes: Uint8Array;
};

export type RecordingOptions = {
  /** a capture of the gateway, or bytes as they came; told by the first line when left out */
  readonly format?: 'capture' | 'raw' | undefined;
  /** of a raw file: the speed of its line, baud */
  readonly baudRate: number;
  /** of a raw file: its first lines that begin with `#` are not played */
  readonly skipComments?: boolean | undefined;
  /** ms; of a capture: a longer gap is as long as this */
  readonly maxGapMs: number;
};

/** A recording as it is to be played, read as it goes. Throws a WaypostError that names the file, and the line. */
export async function* readRecording(file: string, options: RecordingOptions): AsyncGenerator<RecordedChunk> {
  const chunks = readChunks(file)[Symbol.asyncIterator]();
  const head = await firstLine(chunks);
  const rest = prepend(head, chunks);
  const isCapture = (options.format ?? (looksLikeCapture(head) ? 'capture' : 'raw')) === 'capture';
  yield* isCapture ? readCapture(rest, file, options) : readRaw(rest, options);
}

/** ms; what is played together of a raw file */
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
    const one = decodeChunk(text);
    if (!one.ok) throw new WaypostError('validation_failed', `${file}, line ${number}: ${one.message}`);
    const { at, direction, bytes } = one.value;
    delayMs += Math.min(Math.max(at - (last ?? at), 0), maxGapMs);
    last = at;
    if (direction === 'out') continue;
    yield { delayMs, bytes };
    delayMs = 0;
  }
}

const LF = 0x0a;
/** A character of a capture is two bytes of UTF-8 at most; what is longer is cut, and refused for its length. */
const MAX_LINE_BYTES = 2 * MAX_CAPTURE_LINE + 2;

/** Lines with their ends. */
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
    throw new WaypostError('not_found', `${file} can not be read: ${messageOf(error)}`);
  }
}

/** As much as it takes to have the first line whole, and not more than a line may be long. */
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
