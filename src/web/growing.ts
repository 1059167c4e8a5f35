import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useParts } from './parts.js';

/** As many as a tall screen shows at once. */
const FIRST = 40;

/** How many of so many rows to show: those in sight at once, so that nobody waits for the others; then all, bit by bit. */
export function useGrowing(whole: number): number {
  const { clock } = useParts();
  const shown = useSignal(FIRST);
  useEffect(() => {
    if (shown.value >= whole) return;
    let over = false;
    clock.frame(() => {
      // A table is laid out anew as a whole each time: a few times is enough.
      if (!over) shown.value *= 2;
    });
    return () => {
      over = true;
    };
  }, [shown.value, whole]);
  return Math.min(shown.value, whole);
}
