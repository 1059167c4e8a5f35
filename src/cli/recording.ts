import { createReadStream } from 'node:fs';
import { messageOf, WaypostError } from '../errors.js';
import { decodeCaptured, maxCaptureLine } from '../serial/capture-format.js';
import { lineTime } from '../simulator/uart.js';

/** What a tracker sent, and how long after what came before it. */
export type Played = {
  /** ms */
  readonly after: number;
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
  readonly longestGap: number;
};

/** A recording as it is to be played, read as it goes. Throws a WaypostError that names the file, and the line. */
export async function* readRecording(file: string, options: RecordingOptions): AsyncGenerator<Played> {
  const pieces = read(file)[Symbol.asyncIterator]();
  const begin = await firstLine(pieces);
  const rest = joined(begin, pieces);
  const isCapture = (options.format ?? (isCaptured(begin) ? 'capture' : 'raw')) === 'capture';
  yield* isCapture ? captured(rest, file, options) : raw(rest, options);
}

/** ms; what is played together of a raw file */
const sliceMs = 20;

async function* raw(pieces: Pieces, { baudRate, skipComments = false }: RecordingOptions): AsyncGenerator<Played> {
  const size = Math.max(1, Math.floor(sliceMs / lineTime(1, baudRate)));
  for await (const piece of skipComments ? uncommented(pieces) : pieces) {
    for (let at = 0; at < piece.length; at += size) {
      const bytes = piece.subarray(at, at + size);
      yield { after: lineTime(bytes.length, baudRate), bytes };
    }
  }
}

async function* captured(pieces: Pieces, file: string, { longestGap }: RecordingOptions): AsyncGenerator<Played> {
  let number = 0;
  let last: number | undefined;
  let after = 0;
  for await (const line of linesOf(pieces)) {
    number += 1;
    const text = line.toString().trimEnd();
    if (text === '' && line.length <= 2) continue;
    const one = decodeCaptured(text);
    if (!one.ok) throw new WaypostError('validation_failed', `${file}, line ${number}: ${one.message}`);
    const { at, direction, bytes } = one.value;
    after += Math.min(Math.max(at - (last ?? at), 0), longestGap);
    last = at;
    if (direction === 'out') continue;
    yield { after, bytes };
    after = 0;
  }
}

const lf = 0x0a;
/** A character of a capture is two bytes of UTF-8 at most; what is longer is cut, and refused for its length. */
const longestLine = 2 * maxCaptureLine + 2;

/** Lines with their ends. */
async function* linesOf(pieces: Pieces): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    let begin = 0;
    for (let end = rest.indexOf(lf); end >= 0; end = rest.indexOf(lf, begin)) {
      yield rest.subarray(begin, end + 1);
      begin = end + 1;
    }
    rest = rest.subarray(begin);
    if (rest.length > longestLine) break;
  }
  if (rest.length > 0) yield rest;
}

async function* uncommented(pieces: Pieces): AsyncGenerator<Buffer> {
  let isHead = true;
  let isComment = false;
  let isLineStart = true;
  for await (const piece of pieces) {
    let begin = 0;
    while (isHead && begin < piece.length) {
      if (isLineStart) isComment = piece[begin] === 0x23;
      isHead = isComment;
      if (!isHead) break;
      const end = piece.indexOf(lf, begin);
      isLineStart = end >= 0;
      begin = end < 0 ? piece.length : end + 1;
    }
    if (begin < piece.length) yield piece.subarray(begin);
  }
}

type Pieces = AsyncIterable<Buffer>;

async function* read(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new WaypostError('not_found', `${file} can not be read: ${messageOf(error)}`);
  }
}

/** As much as it takes to have the first line whole, and not more than a line may be long. */
async function firstLine(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let begin = Buffer.alloc(0);
  while (!begin.includes(lf) && begin.length <= longestLine) {
    const next = await pieces.next();
    if (next.done === true) break;
    begin = Buffer.concat([begin, next.value]);
  }
  return begin;
}

const isCaptured = (begin: Buffer): boolean => decodeCaptured((begin.toString().split('\n')[0] ?? '').trimEnd()).ok;

async function* joined(begin: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield begin;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
