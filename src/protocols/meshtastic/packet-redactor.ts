import type { PacketRedactor } from '../protocol.js';
import { readFromRadio } from './from-radio.js';
import { isDecoded } from './portnums.js';
import { FRAME_START, MAX_FRAME_BYTES } from './to-radio.js';
import { readFields } from './protobuf-reader.js';

type Direction = Parameters<PacketRedactor['push']>[0];

const HEADER_BYTES = 4;
const MASK_BYTE = 0x2a;
/** After this many bytes without a frame, the input is not Meshtastic and passes unredacted. */
const STRICT_BYTES = 65_536;
/** want_config_id, disconnect and heartbeat */
const HARMLESS_FIELDS: ReadonlySet<number> = new Set([3, 4, 7]);

/** Whether a frame may be captured; undefined if it is not a frame. */
function isHarmless(direction: Direction, payload: Uint8Array): boolean | undefined {
  if (direction === 'out') {
    const fields = readFields(payload, { 1: 'bytes', 3: 'varint', 4: 'varint', 7: 'bytes' });
    return fields && fields.size > 0 && [...fields.keys()].every((number) => HARMLESS_FIELDS.has(number));
  }
  const message = readFromRadio(payload);
  if (message?.kind === 'packet') return message.packet.data === undefined || isDecoded(message.packet.data.portnum);
  return message && message.kind !== 'private';
}

/**
 * The node sends keys and passwords when it is asked for its configuration, and without checksums their frames may be
 * damaged. Once the protocol is detected, only complete frames known to be free of secrets are captured. With `isDetected`
 * this applies from the first byte, which may be in the middle of a frame.
 */
export function createPacketRedactor(isDetected = false): PacketRedactor {
  const pending: Record<Direction, Uint8Array> = { in: new Uint8Array(), out: new Uint8Array() };
  let bytesSinceFrame = isDetected ? 0 : Infinity;

  const mask = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.length).fill(MASK_BYTE);

  function redactNoise(bytes: Uint8Array): Uint8Array {
    const isStrict = bytesSinceFrame < STRICT_BYTES;
    bytesSinceFrame += bytes.length;
    return isStrict ? mask(bytes) : bytes;
  }

  function redact(direction: Direction, bytes: Uint8Array, isFinal: boolean): Uint8Array {
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
