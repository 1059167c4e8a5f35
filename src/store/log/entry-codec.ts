import { crc32 } from 'node:zlib';
import type { AuthoredChange, Entry } from '../../schema/entry.js';
import { entryOf } from '../../schema/stored/entry-forms.js';
import { parseStored } from '../stored-json.js';

/**
 * One entry is one line of JSON that ends with its own CRC-32, over the bytes before `,"crc"`. The line stays valid JSON,
 * for jq and grep.
 */

export type EntryStamp = Pick<Entry, 'n' | 'at' | 'boot' | 'up' | 'end'>;

/** Ends each line of the log. */
export const LF = 10;
/** What follows the bytes that the CRC is of. */
const CRC_FIELD = ',"crc":"';
const CRC_DIGITS = 8;
const NO_CRC_SUFFIX = `${CRC_FIELD}${'0'.repeat(CRC_DIGITS)}"}`;
const CRC_SUFFIX_LENGTH = NO_CRC_SUFFIX.length;
const CRC_SUFFIX_BYTES = Buffer.from(NO_CRC_SUFFIX);
const DIGITS = Buffer.from('0123456789abcdef');

/** The members of a stamp besides the number, which the entries of a batch share. */
const stampText = ({ at, boot, up, end }: EntryStamp): string => JSON.stringify({ at, boot, up, end }).slice(1, -1);

type PlainChange = Pick<AuthoredChange, 'by' | 'was'> & { readonly kind: string; readonly v: unknown };

/** The line of an entry before its CRC is known, with its line feed. */
const lineOf = (n: number, stamp: string, change: PlainChange): string =>
  `{"n":${n},${stamp},"kind":"${change.kind}","v":${JSON.stringify(change.v)}${
    change.by === undefined ? '' : authorText(change)
  }${NO_CRC_SUFFIX}\n`;

const authorText = ({ by, was }: PlainChange): string =>
  `,"by":${JSON.stringify(by)}${was === undefined ? '' : `,"was":${JSON.stringify(was)}`}`;

export type EncodedLines = {
  /** valid until the next lines are encoded */
  readonly bytes: Buffer;
  /** of each line, with its line feed */
  readonly lengths: readonly number[];
};

/** Enough for most writes. */
const FIRST_KEPT_BYTES = 262_144;
/** A larger write gets a buffer of its own. */
const MAX_KEPT_BYTES = 2_097_152;
/** In UTF-8 a UTF-16 code unit takes at most this many bytes. */
const MAX_BYTES_PER_UNIT = 3;
/**
 * Lines are joined to a text of about this length, then written: one call a line would take longer, and so would the text of
 * a whole large write, which no cache of the processor holds.
 */
const TEXT_LENGTH = 16_384;

/** Encodes the lines of one write after the other, each write into the same buffer. */
export function createLineEncoder(): (entries: readonly Entry[]) => EncodedLines {
  let kept: Buffer = Buffer.allocUnsafeSlow(FIRST_KEPT_BYTES);

  return (entries) => {
    let buffer = kept;
    let bytes = 0;
    for (const text of textsOf(entries)) {
      const needed = bytes + text.length * MAX_BYTES_PER_UNIT;
      if (needed > buffer.length) buffer = enlarge(buffer, bytes, needed);
      bytes += buffer.write(text, bytes);
    }
    if (buffer.length <= MAX_KEPT_BYTES) kept = buffer;
    return withCrcs(buffer.subarray(0, bytes));
  };
}

/** A buffer with the first `bytes` of this one and room for `needed`. */
function enlarge(buffer: Buffer, bytes: number, needed: number): Buffer {
  let size = buffer.length;
  while (size < needed) size *= 2;
  const larger = Buffer.allocUnsafeSlow(size);
  buffer.copy(larger, 0, 0, bytes);
  return larger;
}

/** The lines of the entries, several in a text. */
function* textsOf(entries: readonly Entry[]): Generator<string> {
  let text = '';
  let stamped: Entry | undefined;
  let stamp = '';
  for (const entry of entries) {
    if (stamped === undefined || !hasSameStamp(entry, stamped)) {
      stamped = entry;
      stamp = stampText(entry);
    }
    text += lineOf(entry.n, stamp, entry);
    if (text.length < TEXT_LENGTH) continue;
    yield text;
    text = '';
  }
  yield text;
}

const hasSameStamp = (one: EntryStamp, other: EntryStamp): boolean =>
  one.at === other.at && one.boot === other.boot && one.up === other.up && one.end === other.end;

/** The line of an entry, with its line feed. */
export const encodeLine = (stamp: EntryStamp, change: PlainChange): Buffer =>
  withCrcs(Buffer.from(lineOf(stamp.n, stampText(stamp), change))).bytes;

/** Completes `body`, a JSON object without its closing brace, to a line with its CRC. */
export const appendCrc = (body: string): Buffer => withCrcs(Buffer.from(`${body}${NO_CRC_SUFFIX}\n`)).bytes;

/** Writes the CRC of each line into its place. JSON has no line feeds within it. */
function withCrcs(bytes: Buffer): EncodedLines {
  const lengths: number[] = [];
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(LF, start) + 1;
    const end = next - 1 - CRC_SUFFIX_LENGTH;
    let crc = crc32(bytes.subarray(start, end));
    for (let at = end + CRC_FIELD.length + CRC_DIGITS - 1; at >= end + CRC_FIELD.length; at -= 1) {
      bytes[at] = DIGITS[crc & 0xf] ?? 0;
      crc >>>= 4;
    }
    lengths.push(next - start);
    start = next;
  }
  return { bytes, lengths };
}

/** The line (without its line feed) is unchanged, to the bit. */
export function hasValidCrc(line: Buffer): boolean {
  const end = line.length - CRC_SUFFIX_LENGTH;
  return end > 0 && hasSuffix(line, end, crc32(line.subarray(0, end)));
}

/** What follows from `end` on is the field of this CRC. Compares bytes: a string of them would take longer. */
function hasSuffix(line: Buffer, end: number, crc: number): boolean {
  let shift = 32;
  for (let at = 0; at < CRC_SUFFIX_LENGTH; at += 1) {
    const isDigit = at >= CRC_FIELD.length && at < CRC_FIELD.length + CRC_DIGITS;
    if (isDigit) shift -= 4;
    if (line[end + at] !== (isDigit ? DIGITS[(crc >>> shift) & 0xf] : CRC_SUFFIX_BYTES[at])) return false;
  }
  return true;
}

const NUMBER_OFFSET = '{"n":'.length;
/** The numbers after it are exact, too. */
const MAX_NUMBER = 1e15;
const [ZERO, NINE] = [0x30, 0x39];

/** The number in the line that starts there, without decoding it; NaN if there is none. */
export function numberAt(bytes: Buffer, start: number): number {
  let n = 0;
  let at = start + NUMBER_OFFSET;
  for (; n < MAX_NUMBER; at += 1) {
    const code = bytes[at] ?? 0;
    if (code < ZERO || code > NINE) break;
    n = n * 10 + code - ZERO;
  }
  return at === start + NUMBER_OFFSET ? NaN : n;
}

/**
 * The entry of a line (without its line feed); undefined if a single bit has changed. A backup that was changed has the right
 * CRCs, so the content is checked too: what does not fit is an entry that nothing reads, see `entryOf`.
 */
export function decodeLine(line: Buffer): Entry | undefined {
  const n = hasValidCrc(line) ? numberAt(line, 0) : NaN;
  return n >= 0 && n < MAX_NUMBER ? entryOf(parseJson(line), n) : undefined;
}

function parseJson(line: Buffer): unknown {
  try {
    return parseStored(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
