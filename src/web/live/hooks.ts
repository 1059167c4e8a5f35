import { useEffect, useRef } from 'preact/hooks';
import type { FeedData } from '../api/received-event.js';
import { useApp } from '../app-context.js';

const DEBOUNCE_MS = 400;

/** Hears events of a type for as long as the view is there; the listener of the first time hears all of them. */
export function useFeedEvent<Type extends keyof FeedData>(type: Type, listener: (data: FeedData[Type]) => void): void {
  const { feed } = useApp();
  useEffect(() => feed.on(type, listener), []);
}

/** Gives back what makes it run in a moment: once for all that asks for it meanwhile, as events come in rows. */
export function useDebounced(run: () => void): () => void {
  const { clock } = useApp();
  const cancel = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  return () => {
    cancel.current ??= clock.after(DEBOUNCE_MS, () => {
      cancel.current = undefined;
      run();
    });
  };
}

/** Runs every so often (ms), for what no event tells. */
export function useInterval(ms: number, run: () => void): void {
  const { clock } = useApp();
  useEffect(() => {
    let cancel: (() => void) | undefined;
    function schedule(): void {
      cancel = clock.after(ms, () => {
        run();
        schedule();
      });
    }
    schedule();
    return () => cancel?.();
  }, []);
}
