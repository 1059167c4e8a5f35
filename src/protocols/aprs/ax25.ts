/** A frame of a station (AX.25 2.2, 3). */
export type Ax25Frame = {
  /** callsign, with the SSID if it is not 0 */
  readonly source: string;
  readonly destination: string;
  /** content of an unnumbered information frame without layer 3 protocol; undefined in other frames */
  readonly info: Uint8Array | undefined;
};

const ADDRESS_BYTES = 7;
/** destination, source and up to eight repeaters */
const MAX_ADDRESSES = 10;
/** UI, with or without the poll bit */
const UNNUMBERED = 0x03;
const POLL_BIT = 0x10;
const NO_LAYER_3 = 0xf0;
/** N1, the default */
const MAX_INFO_BYTES = 256;

/** Undefined unless all addresses are callsigns: KISS removes the checksum, so only this shows that it is a frame. */
export function readAx25(bytes: Uint8Array): Ax25Frame | undefined {
  const addresses: string[] = [];
  let at = 0;
  for (let isLast = false; !isLast; at += ADDRESS_BYTES) {
    const address = readAddress(bytes, at);
    if (address === undefined || addresses.length === MAX_ADDRESSES) return undefined;
    addresses.push(address);
    isLast = ((bytes[at + ADDRESS_BYTES - 1] ?? 0) & 1) === 1;
  }
  const [destination, source] = addresses;
  const control = bytes[at];
  if (destination === undefined || source === undefined || control === undefined) return undefined;
  const isText = (control & ~POLL_BIT) === UNNUMBERED && bytes[at + 1] === NO_LAYER_3;
  const info = isText ? bytes.subarray(at + 2) : undefined;
  return info !== undefined && info.length > MAX_INFO_BYTES ? undefined : { source, destination, info };
}

/** Six letters and digits, padded with spaces and shifted left by one; the low bit of the last byte marks the last address. */
function readAddress(bytes: Uint8Array, from: number): string | undefined {
  if (bytes.length < from + ADDRESS_BYTES) return undefined;
  let call = '';
  for (let at = from; at < from + ADDRESS_BYTES - 1; at += 1) {
    const byte = bytes[at] ?? 1;
    if ((byte & 1) === 1) return undefined;
    call += String.fromCharCode(byte >> 1);
  }
  if (!/^[A-Z0-9]{1,6} *$/.test(call)) return undefined;
  const ssid = ((bytes[from + ADDRESS_BYTES - 1] ?? 0) >> 1) & 0x0f;
  return ssid === 0 ? call.trimEnd() : `${call.trimEnd()}-${ssid}`;
}
