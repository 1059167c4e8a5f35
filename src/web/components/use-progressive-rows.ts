import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app-context.js';

/** As many as a tall screen shows at once. */
const INITIAL_ROWS = 40;

/** How many of so many rows to show: those in sight at once, so that nobody waits for the others; then all, bit by bit. */
export function useProgressiveRows(total: number): number {
  const { clock } = useApp();
  const shown = useSignal(INITIAL_ROWS);
  useEffect(() => {
    if (shown.value >= total) return;
    let disposed = false;
    clock.requestFrame(() => {
      // A table is laid out anew as a whole each time: a few times is enough.
      if (!disposed) shown.value *= 2;
    });
    return () => {
      disposed = true;
    };
  }, [shown.value, total]);
  return Math.min(shown.value, total);
}
