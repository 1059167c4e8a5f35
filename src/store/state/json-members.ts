import { parseStored } from '../stored-json.js';

/**
 * Reads a large JSON object member by member from its bytes, so that the memory holds the parsed values and the bytes but
 * never all of it as one text. The bytes are those that the gateway wrote: their checksum was verified.
 */

export type JsonMember = { readonly name: string; readonly start: number; readonly end: number };

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const LAST_SPACE = 0x20;

/** The members of the object that starts at `start`. Throws if it is not one. */
export function* jsonMembers(bytes: Buffer, start = 0): Generator<JsonMember> {
  let at = expect(bytes, skipSpace(bytes, start), OPEN_OBJECT);
  if (bytes[at] === CLOSE_OBJECT) return;
  for (;;) {
    const nameEnd = skipString(bytes, at);
    const name = parseStored(bytes.toString('utf8', at, nameEnd)) as string;
    const valueStart = expect(bytes, skipSpace(bytes, nameEnd), COLON);
    const valueEnd = skipValue(bytes, valueStart);
    yield { name, start: valueStart, end: valueEnd };
    at = skipSpace(bytes, valueEnd);
    if (bytes[at] === CLOSE_OBJECT) return;
    at = expect(bytes, at, COMMA);
  }
}

export const jsonValue = (bytes: Buffer, { start, end }: JsonMember): unknown =>
  parseStored(bytes.toString('utf8', start, end));

function skipSpace(bytes: Buffer, start: number): number {
  let at = start;
  while ((bytes[at] ?? Infinity) <= LAST_SPACE) at += 1;
  return at;
}

/** The place of what follows `wanted`. */
function expect(bytes: Buffer, at: number, wanted: number): number {
  if (bytes[at] !== wanted) throw new SyntaxError(`${String.fromCharCode(wanted)} expected at byte ${at}`);
  return skipSpace(bytes, at + 1);
}

function skipString(bytes: Buffer, start: number): number {
  if (bytes[start] !== QUOTE) throw new SyntaxError(`" expected at byte ${start}`);
  for (let at = start + 1; ;) {
    const end = bytes.indexOf(QUOTE, at);
    if (end < 0) throw new SyntaxError(`the string at byte ${start} has no end`);
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
    at = end + 1;
  }
}

function skipValue(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length;) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
    at += 1;
  }
  throw new SyntaxError(`the value at byte ${start} has no end`);
}
