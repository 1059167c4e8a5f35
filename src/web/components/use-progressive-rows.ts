import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app-context.js';

/** Rows of a tall screen. */
const INITIAL_ROWS = 40;

/** Number of rows to render: the visible ones first, then all in steps, so that the first view is fast. */
export function useProgressiveRows(total: number): number {
  const { clock } = useApp();
  const shown = useSignal(INITIAL_ROWS);
  useEffect(() => {
    if (shown.value >= total) return;
    let disposed = false;
    clock.requestFrame(() => {
      // Each step lays out the whole table again, so there are only a few steps.
      if (!disposed) shown.value *= 2;
    });
    return () => {
      disposed = true;
    };
  }, [shown.value, total]);
  return Math.min(shown.value, total);
}
