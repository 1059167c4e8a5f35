import type { PacketRedactor } from '../protocol.js';
import { readFromRadio } from './from-radio.js';
import { isDecoded } from './portnums.js';
import { FRAME_START, MAX_FRAME_BYTES } from './to-radio.js';
import { readFields } from './protobuf-reader.js';

type LineDirection = Parameters<PacketRedactor['push']>[0];

const HEADER_BYTES = 4;
const MASK_BYTE = 0x2a;
/** The packets of whoever is sure not to speak this are written down as they are: bytes without a frame of it. */
const STRICT_BYTES = 65_536;
/** what is asked, that nobody listens any more, that somebody does */
const HARMLESS_FIELDS: ReadonlySet<number> = new Set([3, 4, 7]);

/** Whether a frame may be written down; nothing when it is no frame. */
function isHarmless(direction: LineDirection, payload: Uint8Array): boolean | undefined {
  if (direction === 'out') {
    const fields = readFields(payload, { 1: 'bytes', 3: 'varint', 4: 'varint', 7: 'bytes' });
    return fields && fields.size > 0 && [...fields.keys()].every((number) => HARMLESS_FIELDS.has(number));
  }
  const message = readFromRadio(payload);
  if (message?.kind === 'packet') return message.packet.data === undefined || isDecoded(message.packet.data.portnum);
  return message && message.kind !== 'private';
}

/**
 * The node tells its keys and passwords when it is asked what it knows, and a line without checksums may damage what they
 * stand in: as soon as this is spoken, only whole frames that are known to hold none of them are written down. With
 * `isSpoken` that is so from the first byte, which may be in the middle of a frame.
 */
export function createPacketRedactor(isDetected = false): PacketRedactor {
  const pending: Record<LineDirection, Uint8Array> = { in: new Uint8Array(), out: new Uint8Array() };
  let bytesSinceFrame = isDetected ? 0 : Infinity;

  const mask = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.length).fill(MASK_BYTE);

  function redactNoise(bytes: Uint8Array): Uint8Array {
    const isStrict = bytesSinceFrame < STRICT_BYTES;
    bytesSinceFrame += bytes.length;
    return isStrict ? mask(bytes) : bytes;
  }

  function redact(direction: LineDirection, bytes: Uint8Array, isFinal: boolean): Uint8Array {
    const safe: Uint8Array[] = [];
    let from = 0;
    let at = bytes.indexOf(FRAME_START[0]);
    while (at >= 0) {
      const [, second = FRAME_START[1], high = 0, low = 1] = bytes.subarray(at, at + HEADER_BYTES);
      const length = high * 256 + low;
      const end = at + HEADER_BYTES + length;
      const isStart = second === FRAME_START[1] && length > 0 && length <= MAX_FRAME_BYTES;
      if (isStart && end > bytes.length && !isFinal) break;
      const payload = bytes.subarray(at + HEADER_BYTES, end);
      const harmless = isStart && end <= bytes.length ? isHarmless(direction, payload) : undefined;
      if (harmless === undefined) {
        at = bytes.indexOf(FRAME_START[0], at + 1);
        continue;
      }
      safe.push(redactNoise(bytes.subarray(from, at)), bytes.subarray(at, at + HEADER_BYTES));
      safe.push(harmless ? payload : mask(payload));
      bytesSinceFrame = 0;
      from = end;
      at = bytes.indexOf(FRAME_START[0], from);
    }
    const end = at < 0 ? bytes.length : at;
    safe.push(redactNoise(bytes.subarray(from, end)));
    pending[direction] = bytes.slice(end);
    return Buffer.concat(safe);
  }

  return {
    push: (direction, bytes) => redact(direction, Buffer.concat([pending[direction], bytes]), false),
    flush: (direction) => redact(direction, pending[direction], true),
  };
}
