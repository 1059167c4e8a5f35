import type { Conceal } from '../protocols/protocol.js';
import type { Direction } from './capture-format.js';

/** Lets through what passes over a port, with what nobody is to read blotted out. */
export type Masking = {
  /** what is safe by now, in pieces: whole lines where there may be secrets in them */
  readonly pass: (direction: Direction, bytes: Uint8Array) => readonly Uint8Array[];
  /** Nothing more comes: what was held back. */
  readonly rest: (direction: Direction) => readonly Uint8Array[];
};

type Parts = {
  /** what must not be read in a line; without any nothing is held back for the end of its line */
  readonly secrets: readonly RegExp[];
  /** the same in packets, which have no lines */
  readonly conceals?: readonly Conceal[];
  /** the byte that ends a line; LF when left out */
  readonly lineEnd?: number;
  /** It begins in the middle of things: a line whose beginning is not known is left out. */
  readonly midway?: boolean;
};

/** A secret is looked for in a whole line; what has no line ends passes in parts of this size. */
const longestLine = 2_048;
/** The end of such a part may be the beginning of a secret: as much of it is looked at again with the next one. */
const overlap = 256;
const lf = 0x0a;

export function createMasking({ secrets, conceals = [], lineEnd = lf, midway = false }: Parts): Masking {
  const partial: Record<Direction, Buffer> = { in: Buffer.alloc(0), out: Buffer.alloc(0) };
  const isMidway: Record<Direction, boolean> = { in: midway, out: midway };

  function masked(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const safe = secrets.reduce((said, secret) => said.replace(secret, (match) => '*'.repeat(match.length)), text);
    return safe === text ? bytes : Buffer.from(safe, 'latin1');
  }

  /** Of what began before anybody looked it is not known whether it is a secret's second half. */
  function fromItsBeginning(direction: Direction, bytes: Uint8Array): Uint8Array {
    if (!isMidway[direction]) return bytes;
    const end = bytes.indexOf(lineEnd);
    isMidway[direction] = end < 0;
    return end < 0 ? new Uint8Array() : bytes.subarray(end + 1);
  }

  function lines(direction: Direction, bytes: Uint8Array): Uint8Array[] {
    if (secrets.length === 0) return [bytes];
    const all = Buffer.concat([partial[direction], fromItsBeginning(direction, bytes)]);
    const end = all.lastIndexOf(lineEnd) + 1;
    const pieces = [masked(all.subarray(0, end))];
    let rest: Buffer = all.subarray(end);
    if (rest.length > longestLine) {
      const safe = masked(rest);
      pieces.push(safe.subarray(0, -overlap));
      rest = safe.subarray(-overlap);
    }
    partial[direction] = Buffer.from(rest);
    return pieces;
  }

  return {
    pass: (direction, bytes) =>
      lines(
        direction,
        conceals.reduce((said, { pass }) => pass(direction, said), bytes),
      ),
    rest(direction) {
      let held: Uint8Array = new Uint8Array();
      for (const { pass, rest } of conceals) held = Buffer.concat([pass(direction, held), rest(direction)]);
      return [...lines(direction, held), masked(partial[direction])];
    },
  };
}
