/**
 * CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected, no final XOR. Of the ASCII digits "123456789" it is
 * 29B1 (Greg Cook's catalogue of parametrised CRC algorithms, CRC-16/IBM-3740).
 */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc;
}
