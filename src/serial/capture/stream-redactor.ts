import type { PacketRedactor } from '../../protocols/protocol.js';
import type { Direction } from './capture-format.js';

/** Redacts secrets in the traffic of a port. */
export type StreamRedactor = {
  /** the bytes that are safe so far, in pieces; only whole lines where lines can have secrets */
  readonly push: (direction: Direction, bytes: Uint8Array) => readonly Uint8Array[];
  /** the rest, at the end of the traffic */
  readonly flush: (direction: Direction) => readonly Uint8Array[];
};

type StreamRedactorOptions = {
  /** patterns to redact in lines; if there are none, no incomplete lines are held back */
  readonly secrets: readonly RegExp[];
  /** further patterns; read at each use, because the array changes with every command */
  readonly commandSecrets?: readonly RegExp[];
  /** redactors of protocols with packets instead of lines */
  readonly packetRedactors?: readonly PacketRedactor[];
  /** the byte that ends a line; LF when left out */
  readonly lineEnd?: number;
  /** the traffic starts within a line, which is left out because its start is not known */
  readonly startsMidLine?: boolean;
};

/** Secrets are searched in whole lines; a longer line passes in parts of this size. */
const MAX_LINE_BYTES = 2_048;
/** A secret may start at the end of such a part: this many bytes are searched again with the next part. */
const OVERLAP_BYTES = 256;
const LF = 0x0a;

export function createStreamRedactor({
  secrets,
  commandSecrets = [],
  packetRedactors = [],
  lineEnd = LF,
  startsMidLine = false,
}: StreamRedactorOptions): StreamRedactor {
  const partial: Record<Direction, Buffer> = { in: Buffer.alloc(0), out: Buffer.alloc(0) };
  const isMidLine: Record<Direction, boolean> = { in: startsMidLine, out: startsMidLine };

  function mask(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const safe = [...secrets, ...commandSecrets].reduce(
      (remaining, secret) => remaining.replace(secret, (match) => '*'.repeat(match.length)),
      text,
    );
    return safe === text ? bytes : Buffer.from(safe, 'latin1');
  }

  /** The rest of a line can be the second half of a secret. */
  function skipPartialLine(direction: Direction, bytes: Uint8Array): Uint8Array {
    if (!isMidLine[direction]) return bytes;
    const end = bytes.indexOf(lineEnd);
    isMidLine[direction] = end < 0;
    return end < 0 ? new Uint8Array() : bytes.subarray(end + 1);
  }

  function redactLines(direction: Direction, bytes: Uint8Array): Uint8Array[] {
    if (secrets.length + commandSecrets.length === 0) return [bytes];
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
        packetRedactors.reduce((remaining, { push }) => push(direction, remaining), bytes),
      ),
    flush(direction) {
      let held: Uint8Array = new Uint8Array();
      for (const { push, flush } of packetRedactors) held = Buffer.concat([push(direction, held), flush(direction)]);
      return [...redactLines(direction, held), mask(partial[direction])];
    },
  };
}
