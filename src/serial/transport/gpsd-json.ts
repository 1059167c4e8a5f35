/** The start of every JSON line that gpsd sends itself, between the data of its devices. */
const MARKER = Buffer.from('{"class":"');
const BANNER = '{"class":"VERSION"';
const LF = 10;
/** gpsd's own limit is 10,240; whatever is longer is not one of its lines. */
const MAX_LINE_BYTES = 65_536;

/** The first bytes of a connection are those of a gpsd. */
export const isGpsdBanner = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', 0, BANNER.length) === BANNER;

/** Removes gpsd's own lines from a stream. */
export type GpsdFilter = {
  /** the data of the devices in these bytes, which may be empty */
  readonly push: (bytes: Uint8Array) => Buffer;
};

/** A start of the marker at the end of the bytes is held back until the next ones. */
export function createGpsdFilter(): GpsdFilter {
  let held: Buffer = Buffer.alloc(0);
  /** bytes of the current line of gpsd; undefined outside of one */
  let lineBytes: number | undefined;

  return {
    push(bytes) {
      let rest = Buffer.concat([held, bytes]);
      held = Buffer.alloc(0);
      const data: Buffer[] = [];
      while (rest.length > 0) {
        if (lineBytes !== undefined) {
          const end = rest.indexOf(LF);
          lineBytes += end < 0 ? rest.length : end + 1;
          rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1);
          if (end >= 0 || lineBytes > MAX_LINE_BYTES) lineBytes = undefined;
          continue;
        }
        const start = rest.indexOf(MARKER);
        if (start >= 0) {
          data.push(rest.subarray(0, start));
          rest = rest.subarray(start);
          lineBytes = 0;
          continue;
        }
        held = Buffer.from(rest.subarray(rest.length - markerStartAtEnd(rest)));
        data.push(rest.subarray(0, rest.length - held.length));
        break;
      }
      return Buffer.concat(data);
    },
  };
}

/** How many of the last bytes are the start of a marker. */
function markerStartAtEnd(bytes: Buffer): number {
  for (let length = Math.min(MARKER.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(MARKER.subarray(0, length))) return length;
  }
  return 0;
}
