/** The value of two hex digits in either case, given as character codes; -1 if one is not a hex digit. */
export function parseHexByte(high = 0, low = 0): number {
  const [sixteens, ones] = [parseHexDigit(high), parseHexDigit(low)];
  return sixteens < 0 || ones < 0 ? -1 : sixteens * 16 + ones;
}

function parseHexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
