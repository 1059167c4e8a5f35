import { openIn, settle, type Cursor, type NumberRange } from './cursor.js';

/** Entries that were gone before they were forwarded, with their ranges: the lanes may meet the same ones. */
export type Dropped = { readonly entries: number; readonly ranges: readonly NumberRange[] };

export const NOTHING_DROPPED: Dropped = { entries: 0, ranges: [] };

/** Beyond, the oldest are counted, and no longer named. */
const MAX_RANGES = 16;

const asCursor = ({ ranges }: Dropped): Cursor => ({ n: -1, settled: ranges });

/** The entries of the range that are not counted yet. */
export const newlyDropped = (dropped: Dropped, range: NumberRange): number => openIn(asCursor(dropped), range);

export const withDropped = (dropped: Dropped, range: NumberRange, entries: number): Dropped => ({
  entries: dropped.entries + entries,
  ranges: settle(asCursor(dropped), range).settled.slice(-MAX_RANGES),
});
