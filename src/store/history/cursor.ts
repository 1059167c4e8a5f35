import type { TimedEntry } from '../log/segment.js';

/** A position in the order of entries, after which the next page starts. */
export type PagePosition = { readonly ms: number; readonly n: number };

export const positionOf = ({ ms, entry }: TimedEntry): PagePosition => ({ ms, n: entry.n });

export const encodeCursor = (last: TimedEntry): string =>
  Buffer.from(`${last.ms}.${last.entry.n}`).toString('base64url');

/** The position at which a page ended; `start` without a cursor, undefined for an invalid cursor. */
export function decodeCursor(cursor: string | undefined, start: PagePosition): PagePosition | undefined {
  if (cursor === undefined) return start;
  const parts = /^(-?\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  return parts === null ? undefined : { ms: Number(parts[1]), n: Number(parts[2]) };
}
