/** Bytes of a whole, `first` and `last` included. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * The header `Range` (RFC 9110, 14.2) over a whole of so many `bytes`. `undefined`: none was asked for, or none that is
 * understood, and the whole is to be sent; `unsatisfiable`: there is nothing in it. One that is longer than `most` is
 * cut there, which `Content-Range` tells. Of several ranges at once none is understood.
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
