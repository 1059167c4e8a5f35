import { crc16ArcOfRanges } from '../../framing/crc16-arc.js';
import type { Framed, Framer } from '../../framing/framer.js';
import { copyOf, readDatagram, readFrameAt, type TeltonikaFrame } from './frame.js';

/** A tracker sends this byte alone to keep its connection open. */
const PING = 0xff;

/**
 * Cuts a stream into logins, packets with a correct checksum, and pings between them. After a failed packet, the search
 * continues with its second byte.
 */
export function createStreamFramer(): Framer<TeltonikaFrame> {
  let held: Uint8Array = new Uint8Array();
  /** the last byte before `held` ended a frame: elsewhere, the byte of a ping is noise */
  let isAtBoundary = false;

  function cut(bytes: Uint8Array, isAll: boolean): Framed<TeltonikaFrame>[] {
    const input = { bytes, crcOf: crc16ArcOfRanges(bytes) };
    const out: Framed<TeltonikaFrame>[] = [];
    /** start of the bytes that are neither in a frame nor discarded */
    let from = 0;

    function discard(to: number, reason: 'noise' | 'checksum' | 'too-long'): void {
      if (to > from) out.push({ kind: 'discarded', bytes: to - from, reason });
      isAtBoundary &&= to === from;
      from = to;
    }

    function accept(frame: TeltonikaFrame, to: number): void {
      out.push({ kind: 'frame', frame, bytes: to - from });
      isAtBoundary = true;
      from = to;
    }

    let at = 0;
    while (at < bytes.length) {
      if (isAtBoundary && at === from && bytes[at] === PING) {
        at += 1;
        accept({ kind: 'ping' }, at);
        continue;
      }
      const found = readFrameAt(input, at);
      if (found === 'incomplete' && !isAll) break;
      if (typeof found === 'object') {
        discard(at, 'noise');
        at += found.bytes;
        accept(found.frame, at);
        continue;
      }
      if (found === 'checksum' || found === 'too-long') {
        discard(at, 'noise');
        discard(at + 1, found);
      }
      const next = bytes.indexOf(0, at + 1);
      at = next < 0 ? bytes.length : next;
    }
    discard(at, 'noise');
    held = copyOf(bytes, from);
    return out;
  }

  return {
    push: (chunk) => cut(held.length === 0 ? chunk : Buffer.concat([held, chunk]), false),
    flush: () => cut(held, true),
    heldBytes: () => held.length,
  };
}

/** Each chunk is one datagram: a whole packet, or discarded. */
export const createDatagramFramer = (): Framer<TeltonikaFrame> => ({
  push(chunk) {
    const frame = readDatagram(chunk);
    const bytes = chunk.length;
    return [frame === undefined ? { kind: 'discarded', bytes, reason: 'noise' } : { kind: 'frame', frame, bytes }];
  },
  heldBytes: () => 0,
});
