import { useEffect, useRef } from 'preact/hooks';
import type { FeedData } from '../api/feed-event.js';
import { useParts } from '../parts.js';

const SOON_MS = 400;

/** Hears events of a type for as long as the view is there; the listener of the first time hears all of them. */
export function useHearing<Type extends keyof FeedData>(type: Type, listener: (data: FeedData[Type]) => void): void {
  const { feed } = useParts();
  useEffect(() => feed.on(type, listener), []);
}

/** Gives back what makes it run in a moment: once for all that asks for it meanwhile, as events come in rows. */
export function useSoon(run: () => void): () => void {
  const { clock } = useParts();
  const cancel = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  return () => {
    cancel.current ??= clock.after(SOON_MS, () => {
      cancel.current = undefined;
      run();
    });
  };
}

/** Runs every so often (ms), for what no event tells. */
export function useEvery(ms: number, run: () => void): void {
  const { clock } = useParts();
  useEffect(() => {
    let cancel: (() => void) | undefined;
    function later(): void {
      cancel = clock.after(ms, () => {
        run();
        later();
      });
    }
    later();
    return () => cancel?.();
  }, []);
}
