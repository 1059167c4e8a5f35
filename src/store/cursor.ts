import type { Timed } from './segment.js';

/** A place in the order of entries: what follows it is the next page. */
export type Mark = { readonly ms: number; readonly n: number };

export const markOf = ({ ms, entry }: Timed): Mark => ({ ms, n: entry.n });

export const writeCursor = (last: Timed): string => Buffer.from(`${last.ms}.${last.entry.n}`).toString('base64url');

/** The place at which a page ended; `beginning` when none is given, undefined when it was never given out. */
export function readCursor(cursor: string | undefined, beginning: Mark): Mark | undefined {
  if (cursor === undefined) return beginning;
  const parts = /^(-?\d{1,16})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  return parts === null ? undefined : { ms: Number(parts[1]), n: Number(parts[2]) };
}
