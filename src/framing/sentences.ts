import type { DiscardReason, Framed, Framer } from './framer.js';
import { createLineBuffer } from './line-buffer.js';
import { createSentenceScan, endFields, scanSentence, type SentenceScan } from './sentence-scan.js';

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

/**
 * A sentence with a valid checksum, in the bytes of the framer: it changes with the next sentence. Positions are indexes
 * of `bytes`.
 */
export type SentenceBytes = {
  readonly bytes: Buffer;
  /** the start of the prefix; equal to `start` where there is none */
  readonly from: number;
  /** `$` or `!` */
  readonly start: number;
  /** the end of the text: the star before the checksum */
  readonly star: number;
  /** the end of the line; later than `star` + 3 where there is a tail */
  readonly end: number;
  /** at most 13: fields after the 12th are not indexed */
  readonly fieldCount: number;
  /** the start of each field, the address first; after the last field, the start of a further one */
  readonly fieldAt: Uint32Array;
};

/** What the protocol accepts besides plain sentences. */
type SentenceFramerOptions = {
  /** lines that are accepted without a checksum */
  readonly plain?: RegExp;
  /** allowed after the checksum; AIS receivers add signal strength and time */
  readonly tail?: RegExp;
};

type SentenceReader<Frame> = SentenceFramerOptions & {
  /** Reads a sentence. Must not keep it. */
  readonly read: (sentence: SentenceBytes) => Frame;
  /** Reads a line that is accepted without a checksum. */
  readonly readPlain: (line: string) => Frame;
};

/** Including the prefix. The standard's limit is 82 with CR LF, which receivers exceed (gpsd, "NMEA Revealed"). */
export const MAX_SENTENCE_BYTES = 256;
const MAX_LINE_BYTES = MAX_SENTENCE_BYTES - 2;

const CR = 0x0d;
const LF = 0x0a;
const DOLLAR = 0x24;
const BANG = 0x21;

/** Cuts a stream into sentences as text. */
export const createSentenceFramer = (options: SentenceFramerOptions = {}): Framer<Sentence> =>
  createSentenceBytesFramer({
    ...options,
    read: toSentence,
    readPlain: (line) => ({ prefix: line, start: '', text: '' }),
  });

/** The sentence as text, which can be kept. */
export function toSentence({ bytes, from, start, star, end }: SentenceBytes): Sentence {
  const sentence: Sentence = {
    prefix: from < start ? bytes.toString('latin1', from, start) : '',
    start: bytes[start] === DOLLAR ? '$' : '!',
    text: bytes.toString('latin1', start + 1, star),
  };
  return star + 3 < end ? { ...sentence, tail: bytes.toString('latin1', star + 3, end) } : sentence;
}

/**
 * Cuts a stream into sentences of IEC 61162-1 form: `$` or `!`, text, `*`, two hex digits, CR and/or LF. Start characters
 * are reserved, so the last one of a line starts the sentence: a truncated sentence before it does not invalidate it.
 * Every byte of the input is exactly one of: in a frame (prefix, start, text, `*HH`, tail), a line end (CR or LF),
 * discarded. After a line end nothing is held.
 */
export function createSentenceBytesFramer<Frame>(reader: SentenceReader<Frame>): Framer<Frame> {
  const held = createLineBuffer(MAX_LINE_BYTES);
  const scan = createSentenceScan();
  const { fieldAt } = scan;
  const sentence = { bytes: held.line, from: 0, start: 0, star: 0, end: 0, fieldCount: 0, fieldAt };
  const cutter: SentenceCutter<Frame> = { reader, scan, sentence, out: [] };
  return {
    push(chunk) {
      const out: Framed<Frame>[] = [];
      cutter.out = out;
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      if (!held.isEmpty()) {
        from = findLineEnd(bytes);
        const cut = held.add(bytes, 0, from);
        if (cut > 0) discard(cutter, cut, 'too-long');
        if (from === bytes.length) return out;
        const length = held.clear();
        scanSentence(scan, held.line, 0, length);
        readLine(cutter, held.line, 0);
        from += 1;
      }
      // Lines that are complete in this chunk are read in place, without a copy.
      while (from < bytes.length) {
        scanSentence(scan, bytes, from, bytes.length);
        const { end } = scan;
        if (end === bytes.length) {
          const cut = held.add(bytes, from, end);
          if (cut > 0) discard(cutter, cut, 'too-long');
          return out;
        }
        if (end > from) readLine(cutter, bytes, from);
        from = end + 1;
      }
      return out;
    },
    heldBytes: held.length,
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type SentenceCutter<Frame> = {
  readonly reader: SentenceReader<Frame>;
  readonly scan: SentenceScan;
  /** reused for every sentence */
  readonly sentence: Mutable<SentenceBytes>;
  /** of the current chunk */
  out: Framed<Frame>[];
};

const discard = ({ out }: SentenceCutter<unknown>, bytes: number, reason: DiscardReason): void =>
  void out.push({ kind: 'discarded', bytes, reason });

function findLineEnd(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === CR || byte === LF) return at;
  }
  return bytes.length;
}

/** Reads the line that was scanned last; it starts at `from`. */
function readLine<Frame>(cutter: SentenceCutter<Frame>, bytes: Buffer, from: number): void {
  const { reader, scan, sentence } = cutter;
  const { start, end } = scan;
  const first = Math.max(from, end - MAX_LINE_BYTES);
  if (first > from) discard(cutter, first - from, 'too-long');
  const isTailed = scan.lastStar !== end - 3;
  const star = isTailed ? findTailedStar(scan, bytes, reader.tail) : scan.lastStar;
  const sum = star <= first ? -1 : parseHexByte(bytes[star + 1], bytes[star + 2]);
  if (sum < 0) {
    readPlain(cutter, bytes, from, first);
    return;
  }
  if (start < first || scan.control > start) {
    discard(cutter, end - first, 'noise');
    return;
  }
  if (sum !== (isTailed ? scan.firstXor : scan.lastXor)) {
    discard(cutter, end - first, 'checksum');
    return;
  }
  const hasPrefix = first === from && isPrefix(bytes, from, start);
  if (!hasPrefix && start > first) discard(cutter, start - first, 'noise');
  sentence.bytes = bytes;
  sentence.from = hasPrefix ? from : start;
  sentence.start = start;
  sentence.star = star;
  sentence.end = end;
  sentence.fieldCount = endFields(scan, star);
  cutter.out.push({ kind: 'frame', frame: reader.read(sentence), bytes: end - sentence.from });
}

/** The star of a checksum with a valid tail; -1 if there is none. */
function findTailedStar({ firstStar, end }: SentenceScan, bytes: Buffer, tail: RegExp | undefined): number {
  if (tail === undefined || firstStar < 0) return -1;
  return tail.test(bytes.toString('latin1', firstStar + 3, end)) ? firstStar : -1;
}

function readPlain<Frame>(cutter: SentenceCutter<Frame>, bytes: Buffer, from: number, first: number): void {
  const { plain, readPlain: read } = cutter.reader;
  const { start, end } = cutter.scan;
  const line = plain === undefined || first > from ? undefined : bytes.toString('latin1', from, end);
  if (line !== undefined && plain?.test(line) === true)
    cutter.out.push({ kind: 'frame', frame: read(line), bytes: end - from });
  else discard(cutter, end - first, start < first ? 'noise' : 'cut');
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
  const sixteens = parseHexDigit(high);
  const ones = parseHexDigit(low);
  return sixteens < 0 || ones < 0 ? -1 : sixteens * 16 + ones;
}

function parseHexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
