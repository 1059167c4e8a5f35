/** A range of bytes; `first` and `last` are inclusive. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * Parses the header `Range` (RFC 9110, 14.2) for a resource of `bytes` bytes. `undefined`: no range, an invalid one or
 * several at once; the whole resource is sent. `unsatisfiable`: the range starts behind the end. A range of more than
 * `maxBytes` is cut, as `Content-Range` shows.
 */
export function readByteRange(
  header: string,
  bytes: number,
  maxBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (first > end) return 'unsatisfiable';
  return { first, last: Math.min(end, first + maxBytes - 1) };
}
