/** The bytes of a frame from its start to its checksum. */
type Checksum = (frame: Buffer) => Buffer;

const xorOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, 0);
const twoDigits = (sum: number): Buffer => Buffer.from(sum.toString(16).toUpperCase().padStart(2, '0'));

/** From the last start of a sentence or TAG block to `*`, neither included. */
function nmeaSum(frame: Buffer): number {
  const content = frame.subarray(0, frame.lastIndexOf('*'));
  const start = Math.max(...Array.from('$!\\', (character) => content.lastIndexOf(character)));
  return xorOf(content.subarray(start + 1));
}

const taipSum = (frame: Buffer, end: number): Buffer => twoDigits(xorOf(frame.subarray(frame.lastIndexOf('>'), end)));

/** A reflected CRC of 16 bits, bit by bit. */
function reflectedCrc(bytes: Uint8Array, polynomial: number, initial: number): number {
  let crc = initial;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >> 1) ^ polynomial : crc >> 1;
  }
  return crc;
}

/** The start of a GT06 frame, which its CRC leaves out; the sync characters of UBX are as many. */
const START_BYTES = 2;
/** Zeros and the length in front of the codec of a Teltonika frame. */
const TELTONIKA_HEAD_BYTES = 8;

const crcItu = (frame: Buffer): Buffer => {
  const crc = reflectedCrc(frame.subarray(START_BYTES), 0x8408, 0xffff) ^ 0xffff;
  return Buffer.of(crc >> 8, crc & 0xff);
};

const crc16 = (frame: Buffer): Buffer => {
  const crc = reflectedCrc(frame.subarray(TELTONIKA_HEAD_BYTES), 0xa001, 0);
  return Buffer.of(0, 0, crc >> 8, crc & 0xff);
};

const crc16Wrong = (frame: Buffer): Buffer => {
  const crc = crc16(frame);
  crc.writeUInt8(crc.readUInt8(3) ^ 1, 3);
  return crc;
};

const ubxSum = (frame: Buffer): Buffer => {
  let [a, b] = [0, 0];
  for (const byte of frame.subarray(START_BYTES)) {
    a = (a + byte) & 0xff;
    b = (b + a) & 0xff;
  }
  return Buffer.of(a, b);
};

/** Computed here and not with the code that the cases test. */
export const CHECKSUMS: Readonly<Record<string, Checksum>> = {
  sum: (frame) => twoDigits(nmeaSum(frame)),
  'sum:lower': (frame) => Buffer.from(nmeaSum(frame).toString(16).padStart(2, '0')),
  taip: (frame) => taipSum(frame, frame.length),
  'taip-without-star': (frame) => taipSum(frame, frame.length - 1),
  'ubx-sum': ubxSum,
  'crc-itu': crcItu,
  'crc-16': crc16,
  'crc-16:wrong': crc16Wrong,
};

/** Fills in `??`: the digits with which the checksum of the sentence is 00. */
export function withZeroSum(text: string): string {
  for (let number = 0; number < 100; number += 1) {
    const candidate = text.replace('??', String(number).padStart(2, '0'));
    if (nmeaSum(Buffer.from(candidate, 'latin1')) === 0) return candidate;
  }
  throw new Error(`no two digits make the checksum of ${text} 00`);
}
