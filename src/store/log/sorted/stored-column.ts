import type { Column } from './compact-column.js';

/** The bytes of a number, and the numbers in base64, little-endian as on every machine that the gateway runs on. */
export type StoredColumn = { readonly width: number; readonly base64: string };

const TYPES = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

const isWidth = (width: number): width is keyof typeof TYPES => width in TYPES;

const bytesOf = ({ buffer, byteOffset, byteLength }: Column): Buffer => Buffer.from(buffer, byteOffset, byteLength);

export const storeColumn = (column: Column): StoredColumn => ({
  width: column.BYTES_PER_ELEMENT,
  base64: bytesOf(column).toString('base64'),
});

/** Undefined if it does not have `length` numbers; left out: as many as it has. */
export function readColumn(stored: StoredColumn | undefined, length?: number): Column | undefined {
  if (stored === undefined || !isWidth(stored.width)) return undefined;
  const { width, base64 } = stored;
  const bytes = Buffer.byteLength(base64, 'base64');
  if (bytes % width !== 0 || (length !== undefined && bytes !== length * width)) return undefined;
  const column = new TYPES[width](bytes / width);
  return bytesOf(column).write(base64, 'base64') === bytes ? column : undefined;
}
