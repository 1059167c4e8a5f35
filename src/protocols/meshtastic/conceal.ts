import type { Conceal } from '../protocol.js';
import { readFromRadio } from './from-radio.js';
import { isRead } from './ports.js';
import { frameStart, maxFrameBytes } from './to-radio.js';
import { readFields } from './wire.js';

type Direction = Parameters<Conceal['pass']>[0];

const headBytes = 4;
const star = 0x2a;
/** The packets of whoever is sure not to speak this are written down as they are: bytes without a frame of it. */
const strictBytes = 65_536;
/** what is asked, that nobody listens any more, that somebody does */
const harmlessToRadio: ReadonlySet<number> = new Set([3, 4, 7]);

/** Whether a frame may be written down; nothing when it is no frame. */
function isHarmless(direction: Direction, payload: Uint8Array): boolean | undefined {
  if (direction === 'out') {
    const fields = readFields(payload, { 1: 'bytes', 3: 'varint', 4: 'varint', 7: 'bytes' });
    return fields && fields.size > 0 && [...fields.keys()].every((number) => harmlessToRadio.has(number));
  }
  const said = readFromRadio(payload);
  if (said?.kind === 'packet') return said.packet.data === undefined || isRead(said.packet.data.port);
  return said && said.kind !== 'private';
}

/**
 * The node tells its keys and passwords when it is asked what it knows, and a line without checksums may damage what they
 * stand in: as soon as this is spoken, only whole frames that are known to hold none of them are written down. With
 * `isSpoken` that is so from the first byte, which may be in the middle of a frame.
 */
export function createConceal(isSpoken = false): Conceal {
  const held: Record<Direction, Uint8Array> = { in: new Uint8Array(), out: new Uint8Array() };
  let sinceFrame = isSpoken ? 0 : Infinity;

  const blotted = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.length).fill(star);

  function outside(bytes: Uint8Array): Uint8Array {
    const isStrict = sinceFrame < strictBytes;
    sinceFrame += bytes.length;
    return isStrict ? blotted(bytes) : bytes;
  }

  function go(direction: Direction, bytes: Uint8Array, isAll: boolean): Uint8Array {
    const safe: Uint8Array[] = [];
    let from = 0;
    let at = bytes.indexOf(frameStart[0]);
    while (at >= 0) {
      const [, second = frameStart[1], high = 0, low = 1] = bytes.subarray(at, at + headBytes);
      const length = high * 256 + low;
      const end = at + headBytes + length;
      const isStart = second === frameStart[1] && length > 0 && length <= maxFrameBytes;
      if (isStart && end > bytes.length && !isAll) break;
      const payload = bytes.subarray(at + headBytes, end);
      const harmless = isStart && end <= bytes.length ? isHarmless(direction, payload) : undefined;
      if (harmless === undefined) {
        at = bytes.indexOf(frameStart[0], at + 1);
        continue;
      }
      safe.push(outside(bytes.subarray(from, at)), bytes.subarray(at, at + headBytes));
      safe.push(harmless ? payload : blotted(payload));
      sinceFrame = 0;
      from = end;
      at = bytes.indexOf(frameStart[0], from);
    }
    const end = at < 0 ? bytes.length : at;
    safe.push(outside(bytes.subarray(from, end)));
    held[direction] = bytes.slice(end);
    return Buffer.concat(safe);
  }

  return {
    pass: (direction, bytes) => go(direction, Buffer.concat([held[direction], bytes]), false),
    rest: (direction) => go(direction, held[direction], true),
  };
}
