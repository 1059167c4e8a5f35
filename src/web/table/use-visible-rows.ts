import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { visibleRows, type RowWindow } from './visible-rows.js';

/** px; the height of the rows is measured once they are drawn */
const USUAL_ROW_HEIGHT = 33;
const USUAL_WINDOW: RowWindow = { start: 0, end: 50 };

export type VisibleRows = RowWindow & {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** px of the rows that are not in the document */
  readonly before: number;
  readonly after: number;
};

/** Keeps only the rows in the document that are visible in `main`. All rows have the same height. */
export function useVisibleRows(count: number): VisibleRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useSignal(USUAL_WINDOW);
  const rowHeight = useSignal(USUAL_ROW_HEIGHT);
  const latestCount = useRef(count);
  latestCount.current = count;
  const { start, end } = clamp(rows.value, count);

  function update(): void {
    const element = body.current;
    const scroller = element?.closest('main');
    if (element === null || scroller === null || scroller === undefined) return;
    const top = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const next = visibleRows(latestCount.current, rowHeight.peek(), { top, height: scroller.clientHeight });
    const before = rows.peek();
    if (next.start !== before.start || next.end !== before.end) rows.value = next;
  }

  /** A narrow window shows each row as a card. */
  function measure(): void {
    const drawn = [...(body.current?.querySelectorAll<HTMLElement>(':scope > tr:not(.spacer)') ?? [])];
    const first = drawn[0]?.getBoundingClientRect();
    const last = drawn.at(-1)?.getBoundingClientRect();
    if (first === undefined || last === undefined) return;
    const height = (last.bottom - first.top) / drawn.length;
    if (height > 0 && Math.abs(height - rowHeight.peek()) > 0.1) rowHeight.value = height;
  }

  useLayoutEffect(() => {
    const scroller = body.current?.closest('main');
    if (scroller === null || scroller === undefined) return;
    const onResize = new ResizeObserver(() => {
      measure();
      update();
    });
    onResize.observe(scroller);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      onResize.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, []);
  useLayoutEffect(update, [count]);

  return { body, start, end, before: start * rowHeight.value, after: (count - end) * rowHeight.value };
}

const clamp = ({ start, end }: RowWindow, count: number): RowWindow => ({
  start: Math.min(start, Math.max(0, count - (end - start))),
  end: Math.min(end, count),
});
