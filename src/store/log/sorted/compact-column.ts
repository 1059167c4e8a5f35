/** Numbers that are read only. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The numbers in the smallest array that holds them: whole ones from 0 on in 1, 2 or 4 bytes each, others in 8. */
export function compactColumn(values: readonly number[]): Column {
  let largest = 0;
  for (const value of values) {
    if (!Number.isInteger(value) || value < 0) return Float64Array.from(values);
    if (value > largest) largest = value;
  }
  if (largest <= 0xff) return Uint8Array.from(values);
  if (largest <= 0xffff) return Uint16Array.from(values);
  return largest <= 0xffff_ffff ? Uint32Array.from(values) : Float64Array.from(values);
}
