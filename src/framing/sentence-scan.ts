/** More fields are not indexed: no decoder reads one after the 12th. */
const MAX_FIELDS = 13;

const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const DOLLAR = 0x24;
const STAR = 0x2a;
const COMMA = 0x2c;
const BANG = 0x21;

/**
 * What one pass over a line has found; reused for every line. Positions are indexes of its bytes, -1 where there is none.
 * All but `end` and `control` are those of the part after the last start character, or of the whole line without one.
 */
export type SentenceScan = {
  /** the first CR or LF, or the end of the bytes */
  end: number;
  /** the last `$` or `!` */
  start: number;
  /** the last control character */
  control: number;
  firstStar: number;
  lastStar: number;
  /** XOR of the bytes between the start and a star, exclusive */
  firstXor: number;
  lastXor: number;
  commas: number;
  /** the start of each field */
  readonly fieldAt: Uint32Array;
};

export const createSentenceScan = (): SentenceScan => ({
  end: 0,
  start: -1,
  control: -1,
  firstStar: -1,
  lastStar: -1,
  firstXor: 0,
  lastXor: 0,
  commas: 0,
  fieldAt: new Uint32Array(MAX_FIELDS + 1),
});

/** Scans the line of `bytes` that starts at `from`, up to its end or `limit`. */
export function scanSentence(scan: SentenceScan, bytes: Uint8Array, from: number, limit: number): void {
  const { fieldAt } = scan;
  let start = -1;
  let control = -1;
  let firstStar = -1;
  let lastStar = -1;
  let xor = 0;
  let firstXor = 0;
  let lastXor = 0;
  let commas = 0;
  let at = from;
  for (; at < limit; at += 1) {
    const byte = bytes[at] ?? 0;
    // Nearly all bytes: digits, letters, the point and the minus sign.
    if (byte > COMMA) {
      xor ^= byte;
    } else if (byte === COMMA) {
      xor ^= byte;
      if (commas < MAX_FIELDS) fieldAt[(commas += 1)] = at + 1;
    } else if (byte === STAR) {
      if (firstStar < 0) {
        firstStar = at;
        firstXor = xor;
      }
      lastStar = at;
      lastXor = xor;
      xor ^= byte;
    } else if (byte === CR || byte === LF) {
      break;
    } else if (byte === DOLLAR || byte === BANG) {
      start = at;
      firstStar = -1;
      lastStar = -1;
      xor = 0;
      commas = 0;
    } else {
      if (byte < SPACE) control = at;
      xor ^= byte;
    }
  }
  fieldAt[0] = start + 1;
  scan.end = at;
  scan.start = start;
  scan.control = control;
  scan.firstStar = firstStar;
  scan.lastStar = lastStar;
  scan.firstXor = firstXor;
  scan.lastXor = lastXor;
  scan.commas = commas;
}

/** The number of indexed fields of a text that ends at `end`; adds the start that a further field would have. */
export function endFields({ commas, fieldAt }: SentenceScan, end: number): number {
  let count = commas;
  // The fields of a tail do not count.
  while (count > 0 && (fieldAt[count] ?? 0) > end) count -= 1;
  if (count < MAX_FIELDS) fieldAt[(count += 1)] = end + 1;
  return count;
}
