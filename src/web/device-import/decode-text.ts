export type DecodedText = { readonly ok: true; readonly text: string } | { readonly ok: false };

/** Bytes that are looked at for the zeros of UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;

/** The text of a file in UTF-8 or UTF-16, with or without a byte order mark, or in Latin-1 (Windows-1252). */
export function decodeText(bytes: Uint8Array): DecodedText {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? { ok: false } : { ok: true, text };
    } catch {
      // The next encoding may fit.
    }
  }
  return { ok: false };
}

function encodingsOf(bytes: Uint8Array): readonly string[] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (parity: number): number => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  // Latin letters in UTF-16 have a zero in every second byte.
  if (zerosAt(1) > sample.length / 4) return ['utf-16le'];
  if (zerosAt(0) > sample.length / 4) return ['utf-16be'];
  return ['utf-8', 'windows-1252'];
}
