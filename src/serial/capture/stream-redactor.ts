import type { PacketRedactor } from '../../protocols/protocol.js';
import type { Direction } from './capture-format.js';

/** Lets through what passes over a port, with what nobody is to read blotted out. */
export type StreamRedactor = {
  /** what is safe by now, in pieces: whole lines where there may be secrets in them */
  readonly push: (direction: Direction, bytes: Uint8Array) => readonly Uint8Array[];
  /** Nothing more comes: what was held back. */
  readonly flush: (direction: Direction) => readonly Uint8Array[];
};

type StreamRedactorOptions = {
  /** what must not be read in a line; without any nothing is held back for the end of its line */
  readonly secrets: readonly RegExp[];
  /** the same in packets, which have no lines */
  readonly packetRedactors?: readonly PacketRedactor[];
  /** the byte that ends a line; LF when left out */
  readonly lineEnd?: number;
  /** It begins in the middle of things: a line whose beginning is not known is left out. */
  readonly startsMidLine?: boolean;
};

/** A secret is looked for in a whole line; what has no line ends passes in parts of this size. */
const MAX_LINE_BYTES = 2_048;
/** The end of such a part may be the beginning of a secret: as much of it is looked at again with the next one. */
const OVERLAP_BYTES = 256;
const LF = 0x0a;

export function createStreamRedactor({
  secrets,
  packetRedactors = [],
  lineEnd = LF,
  startsMidLine = false,
}: StreamRedactorOptions): StreamRedactor {
  const partial: Record<Direction, Buffer> = { in: Buffer.alloc(0), out: Buffer.alloc(0) };
  const isMidLine: Record<Direction, boolean> = { in: startsMidLine, out: startsMidLine };

  function mask(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const safe = secrets.reduce(
      (remaining, secret) => remaining.replace(secret, (match) => '*'.repeat(match.length)),
      text,
    );
    return safe === text ? bytes : Buffer.from(safe, 'latin1');
  }

  /** Of what began before anybody looked it is not known whether it is a secret's second half. */
  function skipPartialLine(direction: Direction, bytes: Uint8Array): Uint8Array {
    if (!isMidLine[direction]) return bytes;
    const end = bytes.indexOf(lineEnd);
    isMidLine[direction] = end < 0;
    return end < 0 ? new Uint8Array() : bytes.subarray(end + 1);
  }

  function redactLines(direction: Direction, bytes: Uint8Array): Uint8Array[] {
    if (secrets.length === 0) return [bytes];
    const all = Buffer.concat([partial[direction], skipPartialLine(direction, bytes)]);
    const end = all.lastIndexOf(lineEnd) + 1;
    const pieces = [mask(all.subarray(0, end))];
    let rest: Buffer = all.subarray(end);
    if (rest.length > MAX_LINE_BYTES) {
      const safe = mask(rest);
      pieces.push(safe.subarray(0, -OVERLAP_BYTES));
      rest = safe.subarray(-OVERLAP_BYTES);
    }
    partial[direction] = Buffer.from(rest);
    return pieces;
  }

  return {
    push: (direction, bytes) =>
      redactLines(
        direction,
        packetRedactors.reduce((remaining, { push: pass }) => pass(direction, remaining), bytes),
      ),
    flush(direction) {
      let held: Uint8Array = new Uint8Array();
      for (const { push: pass, flush: rest } of packetRedactors)
        held = Buffer.concat([pass(direction, held), rest(direction)]);
      return [...redactLines(direction, held), mask(partial[direction])];
    },
  };
}
