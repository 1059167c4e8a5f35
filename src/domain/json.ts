/** A JSON object, as opposed to a list, null or a plain value. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const encoder = new TextEncoder();

/** UTF-8 bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

/** The longest number that JSON writes: -1.2345678901234567e-300 */
const NUMBER_BYTES = 24;

/**
 * An upper limit of the UTF-8 bytes of a value as JSON, without writing it: near for strings, 24 bytes for each number. For
 * small values it is several times as fast as `jsonBytes`.
 */
export function maxJsonBytes(value: unknown): number {
  if (typeof value === 'string') return maxStringBytes(value);
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += maxJsonBytes(item) + 1;
    return bytes;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) bytes += maxStringBytes(name) + 2 + maxJsonBytes(fields[name]);
  return bytes;
}

/** With the quotation marks. A single surrogate is escaped; a pair, which has 4 bytes, counts as two single ones. */
function maxStringBytes(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20) bytes += 6;
    else if (code === 0x22 || code === 0x5c) bytes += 2;
    else if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code < 0xd800 || code > 0xdfff) bytes += 3;
    else bytes += 6;
  }
  return bytes;
}
