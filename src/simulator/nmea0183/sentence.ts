/** An NMEA 0183 sentence with checksum and CR LF. `body`: the characters between `start` and `*`. */
export function sentence(body: string, start = '$'): string {
  const sum = Buffer.from(body, 'latin1').reduce((xor, byte) => xor ^ byte, 0);
  return `${start}${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
}
