import { decodeUtf8 } from '../domain/utf8.js';
import { success, type Failure, type Result } from '../errors.js';

const REPLACEMENT = Buffer.from('\ufffd');
const LINE_FEED = 0x0a;

/** Reads a text. `refuse` is given the first byte that is not UTF-8, and its line; both count from 1. */
export function readUtf8(bytes: Buffer, refuse: (byte: number, line: number) => Failure): Result<string> {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return success(text);
  const at = findFault(bytes);
  const line = bytes.subarray(0, at).reduce((count, byte) => (byte === LINE_FEED ? count + 1 : count), 1);
  return refuse(at + 1, line);
}

/** The index of the first byte that decodes to U+FFFD without being one. */
function findFault(bytes: Buffer): number {
  const text = bytes.toString();
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) {
    offset += Buffer.byteLength(text.slice(from, at));
    from = at;
    if (!bytes.subarray(offset, offset + REPLACEMENT.length).equals(REPLACEMENT)) return offset;
  }
  return 0;
}
