import type { DiscardReason } from '../../framing/framer.js';

/** `data`: from the codec id to the second number of records. */
export type TeltonikaFrame =
  | { readonly kind: 'login'; readonly imei: string }
  /** keeps a connection open */
  | { readonly kind: 'ping' }
  | { readonly kind: 'packet'; readonly data: Uint8Array }
  /** a packet over UDP; its acknowledgement repeats both ids */
  | {
      readonly kind: 'datagram';
      readonly packetId: number;
      readonly avlPacketId: number;
      readonly imei: string;
      readonly data: Uint8Array;
    };

/** A frame and its length; `incomplete`; or why no frame starts here. */
export type FrameAt = { readonly frame: TeltonikaFrame; readonly bytes: number } | 'incomplete' | DiscardReason;

const IMEI_BYTES = 15;
/** the length of the IMEI in two bytes */
const LOGIN_HEADER_BYTES = 2;
/** four zeros and the length of the data */
const PACKET_HEADER_BYTES = 8;
const PREAMBLE_BYTES = 4;
const CRC_BYTES = 4;
/** codec id and both numbers of records */
const MIN_DATA_BYTES = 3;
/** Trackers send at most 1,280 bytes; replies to commands may be longer. */
const MAX_DATA_BYTES = 4_096;

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Big-endian. */
function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let end = at + length; at < end; at += 1) number = number * 256 + (bytes[at] ?? 0);
  return number;
}

/** A framer keeps no reference to its input; `slice` of a Buffer would. */
export const copyOf = (bytes: Uint8Array, from: number, to = bytes.length): Uint8Array =>
  new Uint8Array(bytes.subarray(from, to));

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Bytes of a stream, and the CRC-16/ARC of a range of them. */
export type CheckedBytes = {
  readonly bytes: Uint8Array;
  readonly crcOf: (from: number, to: number) => number;
};

/** The frame that starts at `at`. */
export function readFrameAt(input: CheckedBytes, at: number): FrameAt {
  const { bytes } = input;
  if (bytes[at] !== 0) return 'noise';
  return bytes[at + 1] === IMEI_BYTES ? readLogin(bytes, at) : readPacket(input, at);
}

function readLogin(bytes: Uint8Array, at: number): FrameAt {
  const start = at + LOGIN_HEADER_BYTES;
  const imei = bytes.subarray(start, start + IMEI_BYTES);
  if (!imei.every(isDigit)) return 'noise';
  if (imei.length < IMEI_BYTES) return 'incomplete';
  return { frame: { kind: 'login', imei: textOf(imei) }, bytes: LOGIN_HEADER_BYTES + IMEI_BYTES };
}

function readPacket({ bytes, crcOf }: CheckedBytes, at: number): FrameAt {
  for (let zero = at + 1; zero < at + PREAMBLE_BYTES; zero += 1) if ((bytes[zero] ?? 0) !== 0) return 'noise';
  const start = at + PACKET_HEADER_BYTES;
  if (start > bytes.length) return 'incomplete';
  const length = numberAt(bytes, at + PREAMBLE_BYTES, 4);
  if (length > MAX_DATA_BYTES) return 'too-long';
  if (length < MIN_DATA_BYTES) return 'noise';
  const end = start + length + CRC_BYTES;
  if (end > bytes.length) return 'incomplete';
  if (crcOf(start, start + length) !== numberAt(bytes, start + length, CRC_BYTES)) return 'checksum';
  return { frame: { kind: 'packet', data: copyOf(bytes, start, start + length) }, bytes: end - at };
}

/** length of the rest, packet id, a byte without a meaning, AVL packet id, length of the IMEI */
const DATAGRAM_HEADER_BYTES = 8;

/** The content of a datagram, which has no checksum; undefined if it is no packet. */
export function readDatagram(bytes: Uint8Array): TeltonikaFrame | undefined {
  const imei = bytes.subarray(DATAGRAM_HEADER_BYTES, DATAGRAM_HEADER_BYTES + IMEI_BYTES);
  const data = copyOf(bytes, DATAGRAM_HEADER_BYTES + IMEI_BYTES);
  if (numberAt(bytes, 0, 2) !== bytes.length - 2 || numberAt(bytes, 6, 2) !== IMEI_BYTES) return undefined;
  if (imei.length < IMEI_BYTES || !imei.every(isDigit)) return undefined;
  if (data.length < MIN_DATA_BYTES || data.length > MAX_DATA_BYTES) return undefined;
  return {
    kind: 'datagram',
    imei: textOf(imei),
    packetId: numberAt(bytes, 2, 2),
    avlPacketId: numberAt(bytes, 5, 1),
    data,
  };
}
