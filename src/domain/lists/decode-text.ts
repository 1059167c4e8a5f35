/** `notText`: no text at all, like a workbook. `encoding`: a text whose letters are not certain. */
export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly code: 'notText' | 'encoding' };

/** Bytes that are looked at for the zeros of UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;

/** Windows-1252, 0x80 to 0x9f; a blank is undefined. Some versions of Node.js decode these bytes as ISO 8859-1. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Letters of Mac OS Roman and of code page 850 that are signs in Windows-1252, or of another word. */
const LETTERS_ELSEWHERE = String.raw`\x80-\xa5\xa7\xae\xaf\xb5-\xb7\xbe\xbf`;
const LETTER = String.raw`[A-Za-z\xc0-\xff]`;
const DOUBTFUL = new RegExp(`${LETTER}[${LETTERS_ELSEWHERE}]|[${LETTERS_ELSEWHERE}]${LETTER}`);
/** A small letter with an accent after another small letter: in the other two it is a capital or a sign. */
const CERTAIN = /[a-z][\xe7-\xeb\xed-\xef\xf1-\xf6\xf9-\xfc]/;
/** A letter of UTF-8: the file was joined from parts in different encodings. */
const UTF_8_LETTER = /[\xc2-\xdf][\x80-\xbf]/;

/** The text of a file in UTF-8 or UTF-16, with or without a byte order mark, or in Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const unicode = unicodeOf(bytes);
  const text = decode(bytes, unicode ?? 'utf-8');
  if (text !== undefined) return text.includes('\0') ? { ok: false, code: 'notText' } : { ok: true, text };
  if (unicode !== undefined) return { ok: false, code: 'encoding' };
  return bytes.includes(0) ? { ok: false, code: 'notText' } : decodeWindows1252(bytes);
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The encoding of Unicode that the file certainly has. */
function unicodeOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (parity: number): number => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  // Latin letters in UTF-16 have a zero in every second byte.
  if (zerosAt(1) > sample.length / 4) return 'utf-16le';
  if (zerosAt(0) > sample.length / 4) return 'utf-16be';
  return undefined;
}

const CHUNK_BYTES = 8_192;

function decodeWindows1252(bytes: Uint8Array): DecodedText {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  }
  const latin = chunks.join('');
  const isDoubtful = /[\x81\x8d\x8f\x90\x9d]/.test(latin) || UTF_8_LETTER.test(latin);
  if (isDoubtful || (DOUBTFUL.test(latin) && !CERTAIN.test(latin))) return { ok: false, code: 'encoding' };
  const text = latin.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? char);
  return { ok: true, text };
}
