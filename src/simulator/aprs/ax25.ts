/** A packet of a station. */
export type SimulatedAx25Packet = {
  readonly source: string;
  readonly destination: string;
  readonly path?: readonly string[];
  readonly info: string;
};

const FEND = 0xc0;
const FESC = 0xdb;

/** Encodes `CALL` or `CALL-7`; with `*` for a digipeater that has repeated the packet. */
function address(written: string, last: boolean): readonly number[] {
  const [call = '', ssid = '0'] = written.replace('*', '').split('-');
  const characters = Array.from(call.padEnd(6), (letter) => letter.charCodeAt(0) << 1);
  return [...characters, (written.endsWith('*') ? 0x80 : 0) | 0x60 | (Number(ssid) << 1) | Number(last)];
}

/** An AX.25 UI frame without layer 3 protocol; `info` is Latin-1. */
export const ax25Frame = ({ source, destination, path = [], info }: SimulatedAx25Packet): Uint8Array => {
  const addresses = [destination, source, ...path];
  return Uint8Array.from([
    ...addresses.flatMap((written, index) => address(written, index === addresses.length - 1)),
    0x03,
    0xf0,
    ...Buffer.from(info, 'latin1'),
  ]);
};

/** The KISS frame, from port 0 of the TNC. */
export const kissFrame = (frame: Uint8Array): Uint8Array =>
  Uint8Array.from([
    FEND,
    0,
    ...[...frame].flatMap((byte) => (byte === FEND ? [FESC, 0xdc] : byte === FESC ? [FESC, 0xdd] : [byte])),
    FEND,
  ]);
