import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';
import { countButLineEnds } from '../../framing/line-ends.js';

/** One UBX packet whose checksum holds. */
export type Packet = {
  /** class and number of the message, as in 0x0107 for NAV-PVT */
  readonly message: number;
  readonly payload: Buffer;
};

/** Satellites by the hundred fit in; raw measurements, which may be longer, are nothing for a tracker. */
export const maxPayloadBytes = 2_048;
/** sync characters, class, number, length; and the checksum behind the payload */
const headerBytes = 6;
const overhead = headerBytes + 2;
const maxPacketBytes = overhead + maxPayloadBytes;

const sync1 = 0xb5;
const sync2 = 0x62;

/** What a packet takes on the line. */
export const lengthOf = ({ payload }: Packet): number => overhead + payload.length;

/**
 * Cuts a stream into UBX packets (u-blox M8 Receiver Description, 32.2), among whatever else is on the line. A packet
 * that is whole within what claims to be a longer one shows that the claim was false, so damage costs no more than what
 * it hit, and no time. Every byte of the input is exactly one of: in a packet, held, a line end (CR or LF) of other
 * protocols, discarded.
 */
export function createPacketFramer(): Framer<Packet> {
  const held = Buffer.alloc(2 * maxPacketBytes);
  // The sums of what is held, and the sums of these: the checksum of any part of it is a difference.
  const sums = new Uint8Array(held.length + 1);
  const sumsOfSums = new Uint8Array(held.length + 1);
  // Where a header claims to begin a packet, by its place: where that ends, and who else ends there. By the end: who does.
  const ends = new Uint16Array(held.length);
  const alike = new Uint16Array(held.length);
  const due = new Uint16Array(held.length + maxPacketBytes);
  let from = 0;
  let end = 0;

  /** Whether the part is closed by its checksum: Fletcher's, of what is between the sync characters and it. */
  function isWhole(start: number): boolean {
    const [first, last] = [start + 2, end - 2];
    const before = sums[first] ?? 0;
    const a = (sums[last] ?? 0) - before;
    const b = (sumsOfSums[last] ?? 0) - (sumsOfSums[first] ?? 0) - (last - first) * before;
    return (a & 0xff) === held[last] && (b & 0xff) === held[last + 1];
  }

  function discard(to: number, reason: DiscardReason, out: Framed<Packet>[]): void {
    const bytes = countButLineEnds(held, from, to);
    from = to;
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason });
  }

  /** Whether a packet may begin here: its header claims so, or is not there yet. */
  function mayBegin(at: number): boolean {
    if ((ends[at] ?? 0) > end) return true;
    if (held[at] !== sync1 || end - at >= headerBytes) return false;
    return at + 1 === end || held[at + 1] === sync2;
  }

  /** Passes over what can not begin a packet. */
  function seek(out: Framed<Packet>[]): void {
    let at = from;
    while (at < end && !mayBegin(at)) at += 1;
    if (at > from) discard(at, 'noise', out);
  }

  /** Settles the claims that end where what is held ends: one is a packet, or all of them were false. */
  function settle(out: Framed<Packet>[]): void {
    for (let one = due[end] ?? 0; one > 0; one = alike[one - 1] ?? 0) {
      const start = one - 1;
      if (start < from || !isWhole(start)) continue;
      if (start > from) discard(start, 'checksum', out);
      const payload = Buffer.from(held.subarray(start + headerBytes, end - 2));
      out.push({ kind: 'frame', frame: { message: held.readUInt16BE(start + 2), payload } });
      from = end;
      return;
    }
    if (ends[from] === end) discard(from + 2, 'checksum', out);
  }

  function claim(start: number): void {
    if (held[start] !== sync1 || held[start + 1] !== sync2) return;
    const length = held.readUInt16LE(start + 4);
    const behind = start + overhead + length;
    if (length > maxPayloadBytes || behind <= end) return;
    ends[start] = behind;
    alike[start] = due[behind] ?? 0;
    due[behind] = start + 1;
  }

  function makeRoom(): void {
    held.copyWithin(0, from, end);
    sums.copyWithin(0, from, end + 1);
    sumsOfSums.copyWithin(0, from, end + 1);
    end -= from;
    from = 0;
    ends.fill(0);
    due.fill(0);
    for (let start = 0; start + headerBytes <= end; start += 1) claim(start);
  }

  function take(byte: number, out: Framed<Packet>[]): void {
    if (end === held.length) makeRoom();
    const sum = (sums[end] ?? 0) + byte;
    held[end] = byte;
    ends[end] = 0;
    sums[end + 1] = sum;
    sumsOfSums[end + 1] = (sumsOfSums[end] ?? 0) + (sum & 0xff);
    end += 1;
    if (end - headerBytes >= from) claim(end - headerBytes);
    if (due[end] !== 0) settle(out);
    if ((ends[from] ?? 0) <= end) seek(out);
  }

  return {
    push(chunk) {
      const out: Framed<Packet>[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (from === end) {
          const next = chunk.indexOf(sync1, at);
          const noise = countButLineEnds(chunk, at, next < 0 ? chunk.length : next);
          if (noise > 0) out.push({ kind: 'discarded', bytes: noise, reason: 'noise' });
          if (next < 0) return out;
          at = next;
        }
        take(chunk[at] ?? 0, out);
      }
      return out;
    },
  };
}
