import { crc16X25 } from '../../framing/crc16.js';
import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';

/** A GT06 packet with a valid CRC. */
export type Gt06Packet = {
  /** `79 79`: with a length of two bytes */
  readonly isExtended: boolean;
  /** protocol number */
  readonly type: number;
  /** between the protocol number and the serial number */
  readonly content: Buffer;
  /** the tracker's number of the packet, which the reply repeats */
  readonly serial: number;
};

const SHORT = 0x78;
const EXTENDED = 0x79;
const CR = 0x0d;
const LF = 0x0a;
/** protocol number, serial number and CRC: what the length counts besides the content */
const MIN_LENGTH = 5;
/** of an extended packet; longer ones are pictures and sound, which trackers send on request */
const MAX_LENGTH = 1_024;
/** start, length of two bytes, CR LF */
const EXTENDED_OVERHEAD_BYTES = 6;
const SHORT_OVERHEAD_BYTES = 5;
const MAX_PACKET_BYTES = EXTENDED_OVERHEAD_BYTES + MAX_LENGTH;

/** The bytes of a packet. */
export function encodePacket({ isExtended, type, content, serial }: Gt06Packet): Uint8Array {
  const overhead = isExtended ? EXTENDED_OVERHEAD_BYTES : SHORT_OVERHEAD_BYTES;
  const packet = Buffer.alloc(overhead + MIN_LENGTH + content.length);
  packet.fill(isExtended ? EXTENDED : SHORT, 0, 2);
  packet.writeUIntBE(MIN_LENGTH + content.length, 2, overhead - 4);
  packet[overhead - 2] = type;
  content.copy(packet, overhead - 1);
  packet.writeUInt16BE(serial, packet.length - 6);
  packet.writeUInt16BE(crc16X25(packet.subarray(2, -4)), packet.length - 4);
  packet.writeUInt16BE(0x0d0a, packet.length - 2);
  return packet;
}

/** A position where a header announces a packet, and the position after that packet; its CRC is still unknown. */
type Claim = { readonly start: number; readonly end: number };

/** A window of the stream. Positions are those in the stream. */
type PacketWindow = {
  readonly buffer: Buffer;
  /** position of the first byte of `buffer` */
  base: number;
  /** the buffered range */
  start: number;
  end: number;
  /** by their start; others than the first may have ended */
  readonly claims: Claim[];
};

/**
 * Cuts a stream into GT06 packets. A valid packet within an announced longer one proves the announcement wrong, so a torn
 * packet costs only itself, and no delay. Every byte of the input is in a packet, buffered or discarded.
 */
export function createPacketFramer(): Framer<Gt06Packet> {
  const window: PacketWindow = { buffer: Buffer.alloc(2 * MAX_PACKET_BYTES), base: 0, start: 0, end: 0, claims: [] };
  return {
    push(chunk) {
      const out: Framed<Gt06Packet>[] = [];
      let noise = 0;
      for (const byte of chunk) {
        if (window.start === window.end && byte !== SHORT && byte !== EXTENDED) noise += 1;
        else {
          if (noise > 0) out.push({ kind: 'discarded', bytes: noise, reason: 'noise' });
          noise = 0;
          takeByte(window, byte, out);
        }
      }
      if (noise > 0) out.push({ kind: 'discarded', bytes: noise, reason: 'noise' });
      return out;
    },
    flush() {
      const out: Framed<Gt06Packet>[] = [];
      window.claims.length = 0;
      discard(window, window.end, 'cut', out);
      return out;
    },
    heldBytes: () => window.end - window.start,
  };
}

function takeByte(window: PacketWindow, byte: number, out: Framed<Gt06Packet>[]): void {
  if (window.end - window.base === window.buffer.length) compact(window);
  window.buffer[window.end - window.base] = byte;
  window.end += 1;
  const claim = claimAtEnd(window, byte);
  if (claim !== undefined) window.claims.push(claim);
  if (byte === LF && byteAt(window, window.end - 2) === CR) settleClaims(window, out);
  skipNoise(window, out);
}

/** NaN outside the buffered range. */
const byteAt = ({ buffer, base, start, end }: PacketWindow, at: number): number =>
  at >= start && at < end ? (buffer[at - base] ?? NaN) : NaN;

/** The claim whose header ends with this byte. */
function claimAtEnd(window: PacketWindow, byte: number): Claim | undefined {
  const { end } = window;
  if (byteAt(window, end - 3) === SHORT && byteAt(window, end - 2) === SHORT) {
    return byte < MIN_LENGTH ? undefined : { start: end - 3, end: end - 3 + SHORT_OVERHEAD_BYTES + byte };
  }
  if (byteAt(window, end - 4) !== EXTENDED || byteAt(window, end - 3) !== EXTENDED) return undefined;
  const length = byteAt(window, end - 2) * 256 + byte;
  if (length < MIN_LENGTH || length > MAX_LENGTH) return undefined;
  return { start: end - 4, end: end - 4 + EXTENDED_OVERHEAD_BYTES + length };
}

/** Settles the claims that end with the buffered range: one is a packet, or all are wrong. */
function settleClaims(window: PacketWindow, out: Framed<Gt06Packet>[]): void {
  const { claims, start, end } = window;
  const settled = claims.filter((claim) => claim.end === end);
  for (const claim of settled) {
    const packet = readPacket(window, claim);
    if (packet === undefined) continue;
    discard(window, claim.start, settled[0] === claim ? 'noise' : 'checksum', out);
    out.push({ kind: 'frame', frame: packet, bytes: end - claim.start });
    window.start = end;
    claims.length = 0;
    return;
  }
  if (settled[0]?.start === start) discard(window, start + 2, 'checksum', out);
}

function readPacket({ buffer, base }: PacketWindow, { start, end }: Claim): Gt06Packet | undefined {
  const bytes = buffer.subarray(start - base, end - base);
  if (crc16X25(bytes.subarray(2, -4)) !== bytes.readUInt16BE(bytes.length - 4)) return undefined;
  const isExtended = bytes[0] === EXTENDED;
  const typeAt = isExtended ? 4 : 3;
  return {
    isExtended,
    type: bytes.readUInt8(typeAt),
    content: Buffer.from(bytes.subarray(typeAt + 1, -6)),
    serial: bytes.readUInt16BE(bytes.length - 6),
  };
}

/** Discards bytes up to the next position where a packet may start. */
function skipNoise(window: PacketWindow, out: Framed<Gt06Packet>[]): void {
  const { claims, start, end } = window;
  let first = claims[0];
  while (first !== undefined && (first.start < start || first.end <= end)) {
    claims.shift();
    first = claims[0];
  }
  let at = first?.start ?? Math.max(start, end - 3);
  while (first === undefined && at < end && !mayStart(window, at)) at += 1;
  discard(window, at, 'noise', out);
}

/** Whether the bytes up to the end may be an incomplete header. */
function mayStart(window: PacketWindow, at: number): boolean {
  const mark = byteAt(window, at);
  if (mark !== SHORT && mark !== EXTENDED) return false;
  if (window.end - at === 1) return true;
  return byteAt(window, at + 1) === mark && window.end - at < (mark === SHORT ? 3 : 4);
}

function discard(window: PacketWindow, to: number, reason: DiscardReason, out: Framed<Gt06Packet>[]): void {
  const bytes = to - window.start;
  window.start = to;
  if (bytes > 0) out.push({ kind: 'discarded', bytes, reason });
}

/** Moves the buffered range to the start of the buffer. */
function compact(window: PacketWindow): void {
  const { buffer, base, start, end } = window;
  buffer.copyWithin(0, start - base, end - base);
  window.base = start;
}
