import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';
import { countNonEol } from '../../framing/eol.js';

/** One UBX packet whose checksum holds. */
export type UbxPacket = {
  /** class and number of the message, as in 0x0107 for NAV-PVT */
  readonly message: number;
  readonly payload: Buffer;
};

/** Satellites by the hundred fit in; raw measurements, which may be longer, are nothing for a tracker. */
export const MAX_PAYLOAD_BYTES = 2_048;
/** sync characters, class, number, length; and the checksum behind the payload */
const HEADER_BYTES = 6;
const OVERHEAD_BYTES = HEADER_BYTES + 2;
const MAX_PACKET_BYTES = OVERHEAD_BYTES + MAX_PAYLOAD_BYTES;

const SYNC_1 = 0xb5;
const SYNC_2 = 0x62;

/** What a packet takes on the line. */
export const lengthOf = ({ payload }: UbxPacket): number => OVERHEAD_BYTES + payload.length;

/**
 * Cuts a stream into UBX packets (u-blox M8 Receiver Description, 32.2), among whatever else is on the line. A packet
 * that is whole within what claims to be a longer one shows that the claim was false, so damage costs no more than what
 * it hit, and no time. Every byte of the input is exactly one of: in a packet, held, a line end (CR or LF) of other
 * protocols, discarded.
 */
export function createPacketFramer(): Framer<UbxPacket> {
  const buffer = Buffer.alloc(2 * MAX_PACKET_BYTES);
  // The sums of what is held, and the sums of these: the checksum of any part of it is a difference.
  const sums = new Uint8Array(buffer.length + 1);
  const sumsOfSums = new Uint8Array(buffer.length + 1);
  // Where a header claims to begin a packet, by its place: where that ends, and who else ends there. By the end: who does.
  const ends = new Uint16Array(buffer.length);
  const nextWithSameEnd = new Uint16Array(buffer.length);
  const firstByEnd = new Uint16Array(buffer.length + MAX_PACKET_BYTES);
  let start = 0;
  let end = 0;

  /** Whether the part is closed by its checksum: Fletcher's, of what is between the sync characters and it. */
  function hasValidChecksum(from: number): boolean {
    const [first, last] = [from + 2, end - 2];
    const before = sums[first] ?? 0;
    const a = (sums[last] ?? 0) - before;
    const b = (sumsOfSums[last] ?? 0) - (sumsOfSums[first] ?? 0) - (last - first) * before;
    return (a & 0xff) === buffer[last] && (b & 0xff) === buffer[last + 1];
  }

  function discard(to: number, reason: DiscardReason, out: Framed<UbxPacket>[]): void {
    const bytes = countNonEol(buffer, start, to);
    start = to;
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason });
  }

  /** Whether a packet may begin here: its header claims so, or is not there yet. */
  function mayStart(at: number): boolean {
    if ((ends[at] ?? 0) > end) return true;
    if (buffer[at] !== SYNC_1 || end - at >= HEADER_BYTES) return false;
    return at + 1 === end || buffer[at + 1] === SYNC_2;
  }

  /** Passes over what can not begin a packet. */
  function seek(out: Framed<UbxPacket>[]): void {
    let at = start;
    while (at < end && !mayStart(at)) at += 1;
    if (at > start) discard(at, 'noise', out);
  }

  /** Settles the claims that end where what is held ends: one is a packet, or all of them were false. */
  function settleClaims(out: Framed<UbxPacket>[]): void {
    for (let one = firstByEnd[end] ?? 0; one > 0; one = nextWithSameEnd[one - 1] ?? 0) {
      const claimStart = one - 1;
      if (claimStart < start || !hasValidChecksum(claimStart)) continue;
      if (claimStart > start) discard(claimStart, 'checksum', out);
      const payload = Buffer.from(buffer.subarray(claimStart + HEADER_BYTES, end - 2));
      out.push({ kind: 'frame', frame: { message: buffer.readUInt16BE(claimStart + 2), payload } });
      start = end;
      return;
    }
    if (ends[start] === end) discard(start + 2, 'checksum', out);
  }

  function claim(claimStart: number): void {
    if (buffer[claimStart] !== SYNC_1 || buffer[claimStart + 1] !== SYNC_2) return;
    const length = buffer.readUInt16LE(claimStart + 4);
    const claimEnd = claimStart + OVERHEAD_BYTES + length;
    if (length > MAX_PAYLOAD_BYTES || claimEnd <= end) return;
    ends[claimStart] = claimEnd;
    nextWithSameEnd[claimStart] = firstByEnd[claimEnd] ?? 0;
    firstByEnd[claimEnd] = claimStart + 1;
  }

  function compact(): void {
    buffer.copyWithin(0, start, end);
    sums.copyWithin(0, start, end + 1);
    sumsOfSums.copyWithin(0, start, end + 1);
    end -= start;
    start = 0;
    ends.fill(0);
    firstByEnd.fill(0);
    for (let claimStart = 0; claimStart + HEADER_BYTES <= end; claimStart += 1) claim(claimStart);
  }

  function takeByte(byte: number, out: Framed<UbxPacket>[]): void {
    if (end === buffer.length) compact();
    const sum = (sums[end] ?? 0) + byte;
    buffer[end] = byte;
    ends[end] = 0;
    sums[end + 1] = sum;
    sumsOfSums[end + 1] = (sumsOfSums[end] ?? 0) + (sum & 0xff);
    end += 1;
    if (end - HEADER_BYTES >= start) claim(end - HEADER_BYTES);
    if (firstByEnd[end] !== 0) settleClaims(out);
    if ((ends[start] ?? 0) <= end) seek(out);
  }

  return {
    push(chunk) {
      const out: Framed<UbxPacket>[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (start === end) {
          const next = chunk.indexOf(SYNC_1, at);
          const noise = countNonEol(chunk, at, next < 0 ? chunk.length : next);
          if (noise > 0) out.push({ kind: 'discarded', bytes: noise, reason: 'noise' });
          if (next < 0) return out;
          at = next;
        }
        takeByte(chunk[at] ?? 0, out);
      }
      return out;
    },
  };
}
