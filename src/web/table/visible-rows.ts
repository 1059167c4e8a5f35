/** Rows of a long table that are in the document, from `start` to before `end`. */
export type RowWindow = { readonly start: number; readonly end: number };

/** Rows beyond the visible ones, so that a fast scroll or the next Tab finds them. */
const OVERSCAN = 8;
/** The window moves in steps, because each move changes the document. */
const STEP = 4;

/** `top`: px of the rows above the visible part; `height`: px of the visible part. */
export function visibleRows(
  count: number,
  rowHeight: number,
  { top, height }: { top: number; height: number },
): RowWindow {
  const first = Math.floor(Math.max(0, top) / rowHeight / STEP) * STEP;
  const shown = Math.ceil(height / rowHeight) + STEP;
  const start = Math.max(0, Math.min(first - OVERSCAN, count - shown - OVERSCAN));
  return { start, end: Math.min(count, first + shown + OVERSCAN) };
}
