import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export type VirtualListProps = {
  readonly ids: readonly string[];
  readonly label: string;
  /** height of every row in px, see the style sheet */
  readonly rowHeight: number;
  readonly row: (id: string) => JSX.Element | null;
};

/** Rows above and below those in view, so that fast scrolling shows no empty space. */
const SPARE_ROWS = 10;
/** Before the list is measured. */
const INITIAL_ROWS = 20;

/** A list that renders only the rows in view, for thousands of them. It scrolls inside its parent. */
export function VirtualList({ ids, label, rowHeight, row }: VirtualListProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const view = useSignal({ first: 0, count: INITIAL_ROWS });
  useEffect(() => {
    const element = list.current;
    const scroller = element?.parentElement;
    if (!element || !scroller) return;
    function measure(): void {
      if (!element || !scroller) return;
      const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / rowHeight) - SPARE_ROWS);
      const count = Math.ceil(scroller.clientHeight / rowHeight) + 2 * SPARE_ROWS;
      const before = view.peek();
      if (before.first !== first || before.count !== count) view.value = { first, count };
    }
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', measure);
      resized.disconnect();
    };
  }, [rowHeight]);

  const first = Math.min(view.value.first, Math.max(0, ids.length - 1));
  const shown = ids.slice(first, first + view.value.count);
  const style = {
    paddingTop: `${first * rowHeight}px`,
    paddingBottom: `${Math.max(0, ids.length - first - shown.length) * rowHeight}px`,
  };
  return (
    <ul class="virtual-list" ref={list} style={style} aria-label={label} data-total={ids.length}>
      {shown.map((id) => row(id))}
    </ul>
  );
}
