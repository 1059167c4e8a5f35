import { textOf } from './alphabet.js';
import { fillBitsAfter, unpack } from './septets.js';

/** Part `part` of `parts`; `reference`: the sender's reference of the message. */
type SmsPart = { readonly reference: number; readonly part: number; readonly parts: number };
export type UserData = { readonly text: string; readonly concatenation?: SmsPart };

/** The alphabet of a data coding scheme (3GPP TS 23.038, 4); undefined if the content is not text. */
function alphabetOf(scheme: number): 'gsm7' | 'ucs2' | undefined {
  const group = scheme >> 4;
  if (group === 0xf) return (scheme & 0x04) === 0 ? 'gsm7' : undefined;
  if (group === 0xe) return 'ucs2';
  if (group >= 0xc) return 'gsm7';
  if (group >= 0x8 || (scheme & 0x20) !== 0) return undefined;
  return (['gsm7', undefined, 'ucs2', 'gsm7'] as const)[(scheme >> 2) & 0x3];
}

/** The concatenation element of a header, with a reference of one or two octets. */
function concatenationOf(header: Uint8Array): SmsPart | undefined {
  for (let at = 0; at + 1 < header.length; at += 2 + (header[at + 1] ?? 0)) {
    const length = header[at + 1] ?? 0;
    const content = header.subarray(at + 2, at + 2 + length);
    const [high = 0, low = 0, third = 0, fourth = 0] = content;
    if (content.length < length) return undefined;
    if (header[at] === 0x00 && length === 3) return { reference: high, parts: low, part: third };
    if (header[at] === 0x08 && length === 4) return { reference: high * 256 + low, parts: third, part: fourth };
  }
  return undefined;
}

/** `length` counts septets or octets, depending on the coding. Undefined if the data is truncated or not text. */
export function userDataOf(
  octets: Uint8Array,
  length: number,
  scheme: number,
  hasHeader: boolean,
): UserData | undefined {
  const alphabet = alphabetOf(scheme);
  const needed = alphabet === 'gsm7' ? Math.ceil((length * 7) / 8) : length;
  const headerOctets = hasHeader ? 1 + (octets[0] ?? 0) : 0;
  if (alphabet === undefined || octets.length < needed || headerOctets > needed) return undefined;
  const concatenation = concatenationOf(octets.subarray(1, headerOctets));
  const part = concatenation === undefined ? {} : { concatenation };
  if (alphabet === 'ucs2') {
    const units = Buffer.from(octets.subarray(headerOctets, length - ((length - headerOctets) % 2)));
    return { text: units.swap16().toString('utf16le'), ...part };
  }
  const fillBits = fillBitsAfter(headerOctets);
  const before = (headerOctets * 8 + fillBits) / 7;
  return { text: textOf(unpack(octets.subarray(headerOctets), length - before, fillBits)), ...part };
}
