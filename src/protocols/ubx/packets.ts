import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';
import { countNonEol } from '../../framing/eol.js';

/** A UBX packet with a valid checksum. */
export type UbxPacket = {
  /** class and number, such as 0x0107 for NAV-PVT */
  readonly message: number;
  readonly payload: Buffer;
};

/** Enough for hundreds of satellites; raw measurements may be longer, but trackers do not need them. */
export const MAX_PAYLOAD_BYTES = 2_048;
/** sync characters, class, number and length; two bytes of checksum follow the payload */
const HEADER_BYTES = 6;
const OVERHEAD_BYTES = HEADER_BYTES + 2;
const MAX_PACKET_BYTES = OVERHEAD_BYTES + MAX_PAYLOAD_BYTES;
const SYNC_1 = 0xb5;
const SYNC_2 = 0x62;

/** Size of the complete packet. */
export const lengthOf = ({ payload }: UbxPacket): number => OVERHEAD_BYTES + payload.length;

/** A window of the stream. A claim is a position where a header announces a packet; its checksum is still unknown. */
type PacketWindow = {
  readonly buffer: Buffer;
  /** running sums of the buffered bytes, and running sums of those: the checksum of any range is a difference */
  readonly sums: Uint8Array;
  readonly sumsOfSums: Uint8Array;
  /** by the position of a claim: the position after its packet; 0: no claim */
  readonly ends: Uint16Array;
  /** by the position of a claim: 1 + the position of the next claim with the same end */
  readonly nextWithSameEnd: Uint16Array;
  /** by the end of a packet: 1 + the position of the first claim that ends there */
  readonly firstByEnd: Uint16Array;
  /** the buffered range */
  start: number;
  end: number;
};

/**
 * Cuts a stream into UBX packets (u-blox M8 Receiver Description, 32.2). A valid packet within an announced longer one
 * proves the announcement wrong, so damage costs only the packets that it hits, and no delay. Every byte of the input is
 * exactly one of: in a packet, buffered, a line end (CR or LF) of another protocol, discarded.
 */
export function createPacketFramer(): Framer<UbxPacket> {
  const bytes = 2 * MAX_PACKET_BYTES;
  const window: PacketWindow = {
    buffer: Buffer.alloc(bytes),
    sums: new Uint8Array(bytes + 1),
    sumsOfSums: new Uint8Array(bytes + 1),
    ends: new Uint16Array(bytes),
    nextWithSameEnd: new Uint16Array(bytes),
    firstByEnd: new Uint16Array(bytes + MAX_PACKET_BYTES),
    start: 0,
    end: 0,
  };
  return {
    push(chunk) {
      const out: Framed<UbxPacket>[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (window.start === window.end) {
          const next = chunk.indexOf(SYNC_1, at);
          const noise = countNonEol(chunk, at, next < 0 ? chunk.length : next);
          if (noise > 0) out.push({ kind: 'discarded', bytes: noise, reason: 'noise' });
          if (next < 0) return out;
          at = next;
        }
        takeByte(window, chunk[at] ?? 0, out);
      }
      return out;
    },
    heldBytes: () => window.end - window.start,
  };
}

function takeByte(window: PacketWindow, byte: number, out: Framed<UbxPacket>[]): void {
  const { buffer, sums, sumsOfSums, ends, firstByEnd } = window;
  if (window.end === buffer.length) compact(window);
  const at = window.end;
  const end = at + 1;
  const sum = (sums[at] ?? 0) + byte;
  buffer[at] = byte;
  ends[at] = 0;
  sums[end] = sum;
  sumsOfSums[end] = (sumsOfSums[at] ?? 0) + (sum & 0xff);
  window.end = end;
  if (end - HEADER_BYTES >= window.start) claim(window, end - HEADER_BYTES);
  if (firstByEnd[end] !== 0) settleClaims(window, out);
  if ((ends[window.start] ?? 0) <= end) skipNoise(window, out);
}

function claim(window: PacketWindow, start: number): void {
  const { buffer, ends, nextWithSameEnd, firstByEnd } = window;
  if (buffer[start] !== SYNC_1 || buffer[start + 1] !== SYNC_2) return;
  const length = buffer.readUInt16LE(start + 4);
  const end = start + OVERHEAD_BYTES + length;
  if (length > MAX_PAYLOAD_BYTES || end <= window.end) return;
  ends[start] = end;
  nextWithSameEnd[start] = firstByEnd[end] ?? 0;
  firstByEnd[end] = start + 1;
}

/** Settles the claims that end with the buffered range: one is a packet, or all are wrong. */
function settleClaims(window: PacketWindow, out: Framed<UbxPacket>[]): void {
  const { buffer, ends, nextWithSameEnd, firstByEnd, end } = window;
  for (let next = firstByEnd[end] ?? 0; next > 0; next = nextWithSameEnd[next - 1] ?? 0) {
    const start = next - 1;
    if (start < window.start || !hasValidChecksum(window, start)) continue;
    if (start > window.start) discard(window, start, 'checksum', out);
    const payload = Buffer.from(buffer.subarray(start + HEADER_BYTES, end - 2));
    out.push({ kind: 'frame', frame: { message: buffer.readUInt16BE(start + 2), payload }, bytes: end - start });
    window.start = end;
    return;
  }
  if (ends[window.start] === end) discard(window, window.start + 2, 'checksum', out);
}

/** The 8-bit Fletcher checksum of the bytes between the sync characters and the checksum. */
function hasValidChecksum({ buffer, sums, sumsOfSums, end }: PacketWindow, start: number): boolean {
  const [first, last] = [start + 2, end - 2];
  const before = sums[first] ?? 0;
  const a = (sums[last] ?? 0) - before;
  const b = (sumsOfSums[last] ?? 0) - (sumsOfSums[first] ?? 0) - (last - first) * before;
  return (a & 0xff) === buffer[last] && (b & 0xff) === buffer[last + 1];
}

/** Discards bytes up to the next position where a packet may start. */
function skipNoise(window: PacketWindow, out: Framed<UbxPacket>[]): void {
  const { start, end } = window;
  let at = start;
  while (at < end && !mayStart(window, at)) at += 1;
  if (at > start) discard(window, at, 'noise', out);
}

/** Whether there is a claim at this position, or its header is still incomplete. */
function mayStart({ buffer, ends, end }: PacketWindow, at: number): boolean {
  if ((ends[at] ?? 0) > end) return true;
  if (buffer[at] !== SYNC_1 || end - at >= HEADER_BYTES) return false;
  return at + 1 === end || buffer[at + 1] === SYNC_2;
}

function discard(window: PacketWindow, to: number, reason: DiscardReason, out: Framed<UbxPacket>[]): void {
  const bytes = countNonEol(window.buffer, window.start, to);
  window.start = to;
  if (bytes > 0) out.push({ kind: 'discarded', bytes, reason });
}

/** Moves the buffered range to the start of the buffer and finds its claims again. */
function compact(window: PacketWindow): void {
  const { buffer, sums, sumsOfSums, ends, firstByEnd, start, end } = window;
  buffer.copyWithin(0, start, end);
  sums.copyWithin(0, start, end + 1);
  sumsOfSums.copyWithin(0, start, end + 1);
  window.end = end - start;
  window.start = 0;
  ends.fill(0);
  firstByEnd.fill(0);
  for (let at = 0; at + HEADER_BYTES <= window.end; at += 1) claim(window, at);
}
