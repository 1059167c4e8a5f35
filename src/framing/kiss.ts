import type { Framed, Framer } from './framer.js';

type KissFramerOptions<Frame> = {
  /** between two frame ends; a shorter frame is noise */
  readonly minBytes: number;
  /** between two frame ends, with escapes; a longer frame is discarded whole */
  readonly maxBytes: number;
  /** Reads a received packet; undefined when it is implausible, as KISS has no checksum. Must not keep the packet. */
  readonly read: (packet: Uint8Array, lineBytes: number) => Frame | undefined;
};

const FEND = 0xc0;
const FESC = 0xdb;
const ESCAPED: ReadonlyMap<number, number> = new Map([
  [0xdc, FEND],
  [0xdd, FESC],
]);
const NOTHING = new Uint8Array();
/** The SSID byte of an address has these bits: it must not pass for a command after a frame that lost its start. */
const ADDRESS_SSID_BITS = 0x60;

/**
 * Cuts a stream into the frames of a TNC in KISS mode (Chepponis and Karn, 1987): C0, a command, data, C0. Command 0 is a
 * received packet; its high half is the port of the TNC. Every byte is in a frame, discarded, or C0.
 */
export function createKissFramer<Frame>({ minBytes, maxBytes, read }: KissFramerOptions<Frame>): Framer<Frame> {
  let held: Uint8Array = NOTHING;
  /** The bytes before the first frame end are the rest of a frame, or text of a TNC in another mode. */
  let hasStarted = false;
  let isSkipping = false;

  function add(bytes: Uint8Array, out: Framed<Frame>[]): void {
    if (bytes.length === 0) return;
    if (!isSkipping && held.length + bytes.length <= maxBytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      return;
    }
    out.push({ kind: 'discarded', bytes: held.length + bytes.length, reason: 'too-long' });
    held = NOTHING;
    isSkipping = true;
  }

  /** Ends the frame whose last bytes are those of `chunk` from `from` to `end`. */
  function finish(chunk: Uint8Array, from: number, end: number, out: Framed<Frame>[]): void {
    const isWhole = held.length === 0 && !isSkipping;
    // Noise can have a frame end every few bytes: these are not copied.
    if (isWhole && end - from < minBytes) {
      if (end > from) out.push({ kind: 'discarded', bytes: end - from, reason: 'noise' });
      hasStarted = true;
      return;
    }
    add(chunk.subarray(from, end), out);
    const packet = hasStarted && held.length >= minBytes ? unescapePacket(held) : undefined;
    const frame = packet && read(packet, held.length);
    if (frame !== undefined) out.push({ kind: 'frame', frame, bytes: held.length });
    else if (held.length > 0) out.push({ kind: 'discarded', bytes: held.length, reason: 'noise' });
    hasStarted = true;
    isSkipping = false;
    held = NOTHING;
  }

  return {
    push(chunk) {
      const out: Framed<Frame>[] = [];
      let from = 0;
      for (let at = chunk.indexOf(FEND); at >= 0; at = chunk.indexOf(FEND, from)) {
        finish(chunk, from, at, out);
        from = at + 1;
      }
      add(chunk.subarray(from), out);
      // `slice` of a Buffer would keep the whole chunk.
      held = new Uint8Array(held);
      return out;
    },
    flush() {
      const cut = held.length;
      held = NOTHING;
      isSkipping = false;
      return cut === 0 ? [] : [{ kind: 'discarded', bytes: cut, reason: 'cut' }];
    },
    heldBytes: () => held.length,
  };
}

/** The packet without command and escapes; undefined when this is not a frame with a packet. */
function unescapePacket(held: Uint8Array): Uint8Array | undefined {
  const command = held[0];
  if (command === undefined || (command & 0x0f) !== 0 || (command & ADDRESS_SSID_BITS) === ADDRESS_SSID_BITS)
    return undefined;
  const content = new Uint8Array(held.length - 1);
  let length = 0;
  for (let at = 1; at < held.length; at += 1) {
    let byte = held[at];
    if (byte === FESC) byte = ESCAPED.get(held[(at += 1)] ?? FEND);
    if (byte === undefined) return undefined;
    content[length] = byte;
    length += 1;
  }
  return content.subarray(0, length);
}
