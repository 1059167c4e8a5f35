import type { Framed, Framer } from './framer.js';

/** A sentence with a valid checksum, or a line that the protocol accepts without one. */
export type Sentence = {
  /** the part of the line before the start: an id on a shared stream, a TAG block; usually empty */
  readonly prefix: string;
  /** `$` or `!`; empty for a line accepted without a checksum, which is all prefix */
  readonly start: '$' | '!' | '';
  /** address and fields, which the checksum covers */
  readonly text: string;
  /** the part of the line after the checksum, where the protocol allows one */
  readonly tail?: string;
};

/** The bytes of a sentence with prefix and tail, without the line end. */
export const sentenceLength = ({ prefix, start, text, tail = '' }: Sentence): number =>
  // a start is followed by the text, `*` and two digits
  prefix.length + (start === '' ? 0 : text.length + 4) + tail.length;

/** What the protocol accepts besides plain sentences. */
type SentenceFramerOptions = {
  /** lines that are accepted without a checksum */
  readonly plain?: RegExp;
  /** allowed after the checksum; AIS receivers add signal strength and time */
  readonly tail?: RegExp;
};

/** Including the prefix. The standard's limit is 82 with CR LF, which receivers exceed (gpsd, "NMEA Revealed"). */
export const MAX_SENTENCE_BYTES = 256;
const MAX_LINE_BYTES = MAX_SENTENCE_BYTES - 2;

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const DOLLAR = 0x24;
const STAR = 0x2a;
const BANG = 0x21;

/**
 * Cuts a stream into sentences of IEC 61162-1 form: `$` or `!`, text, `*`, two hex digits, CR and/or LF. Start characters
 * are reserved, so the last one of a line starts the sentence: a truncated sentence before it does not invalidate it.
 * Every byte of the input is exactly one of: in a frame (prefix, start, text, `*HH`, tail), a line end (CR or LF),
 * discarded. After a line end nothing is held.
 */
export function createSentenceFramer(options: SentenceFramerOptions = {}): Framer<Sentence> {
  const held = createLineBuffer(MAX_LINE_BYTES);
  return {
    push(chunk) {
      const out: Framed<Sentence>[] = [];
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      for (;;) {
        const end = findLineEnd(bytes, from);
        // Lines that are complete in this chunk are read in place, without a copy.
        if (end === bytes.length || !held.isEmpty()) {
          const cut = held.add(bytes, from, end);
          if (cut > 0) out.push({ kind: 'discarded', bytes: cut, reason: 'too-long' });
        }
        if (end === bytes.length) return out;
        if (held.isEmpty()) readLine(bytes, from, end, options, out);
        else readLine(held.line, 0, held.clear(), options, out);
        from = end + 1;
      }
    },
  };
}

function findLineEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === CR || byte === LF) return at;
  }
  return bytes.length;
}

function readLine(
  line: Buffer,
  from: number,
  end: number,
  options: SentenceFramerOptions,
  out: Framed<Sentence>[],
): void {
  if (end === from) return;
  const first = Math.max(from, end - MAX_LINE_BYTES);
  if (first > from) out.push({ kind: 'discarded', bytes: first - from, reason: 'too-long' });
  const close = options.tail === undefined ? end : findChecksumEnd(line, first, end, options.tail);
  const sum = close - first < 4 || line[close - 3] !== STAR ? -1 : parseHexByte(line[close - 2], line[close - 1]);
  if (sum < 0) {
    readPlain(line, from, first, end, options, out);
    return;
  }
  let at = close - 4;
  let xor = 0;
  let byte = line[at] ?? 0;
  while (at > first && byte !== DOLLAR && byte !== BANG && byte >= SPACE) {
    xor ^= byte;
    at -= 1;
    byte = line[at] ?? 0;
  }
  const hasStart = byte === DOLLAR || byte === BANG;
  if (!hasStart || xor !== sum) {
    out.push({ kind: 'discarded', bytes: end - first, reason: hasStart ? 'checksum' : 'noise' });
    return;
  }
  const hasPrefix = first === from && isPrefix(line, from, at);
  if (!hasPrefix && at > first) out.push({ kind: 'discarded', bytes: at - first, reason: 'noise' });
  const prefix = hasPrefix && at > from ? line.toString('latin1', from, at) : '';
  const start = byte === DOLLAR ? '$' : '!';
  const text = line.toString('latin1', at + 1, close - 3);
  const frame: Sentence =
    close < end ? { prefix, start, text, tail: line.toString('latin1', close, end) } : { prefix, start, text };
  out.push({ kind: 'frame', frame });
}

/** The end of the checksum of a line, if the rest is a valid tail; otherwise the end of the line. */
function findChecksumEnd(line: Buffer, first: number, end: number, tail: RegExp): number {
  if (line[end - 3] === STAR) return end;
  const text = line.toString('latin1', first, end);
  const sum = text.indexOf('*', Math.max(text.lastIndexOf('$'), text.lastIndexOf('!')));
  return sum >= 0 && tail.test(text.slice(sum + 3)) ? first + sum + 3 : end;
}

function readPlain(
  line: Buffer,
  from: number,
  first: number,
  end: number,
  { plain }: SentenceFramerOptions,
  out: Framed<Sentence>[],
): void {
  const text = line.toString('latin1', first, end);
  if (first === from && plain?.test(text) === true) {
    out.push({ kind: 'frame', frame: { prefix: text, start: '', text: '' } });
    return;
  }
  out.push({ kind: 'discarded', bytes: end - first, reason: /[$!]/.test(text) ? 'cut' : 'noise' });
}

/** A prefix is everything before the start, printable, and not the rest of a truncated sentence. */
function isPrefix(line: Buffer, from: number, start: number): boolean {
  for (let at = from; at < start; at += 1) {
    const byte = line[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === DOLLAR || byte === BANG) return false;
  }
  return true;
}

/** The value of two hex digits in either case, given as character codes; -1 if one is not a hex digit. */
export function parseHexByte(high = 0, low = 0): number {
  const [sixteens, ones] = [parseHexDigit(high), parseHexDigit(low)];
  return sixteens < 0 || ones < 0 ? -1 : sixteens * 16 + ones;
}

function parseHexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Holds the start of a line until its end is received. */
type LineBuffer = {
  readonly line: Buffer;
  readonly isEmpty: () => boolean;
  /** Appends a range of `bytes` and returns how many of the oldest bytes were dropped. */
  readonly add: (bytes: Uint8Array, from: number, end: number) => number;
  /** Empties the buffer and returns its length: the content of `line` stays valid until the next `add`. */
  readonly clear: () => number;
};

/** Of a longer line, the last `maxBytes` + 1 bytes are kept, which marks it as too long. */
function createLineBuffer(maxBytes: number): LineBuffer {
  // Twice the length, so that bytes are not moved for every byte received.
  const line = Buffer.alloc(2 * maxBytes);
  let length = 0;

  function dropOldest(): number {
    const dropped = length - maxBytes - 1;
    line.copyWithin(0, dropped, length);
    length -= dropped;
    return dropped;
  }

  return {
    line,
    isEmpty: () => length === 0,
    add(bytes, from, end) {
      let dropped = 0;
      for (let at = from; at < end; at += 1) {
        if (length === line.length) dropped += dropOldest();
        line[length] = bytes[at] ?? 0;
        length += 1;
      }
      return dropped;
    },
    clear() {
      const cleared = length;
      length = 0;
      return cleared;
    },
  };
}
