import { useEffect, useRef } from 'preact/hooks';
import type { FeedData } from '../api/received-event.js';
import { useApp } from '../app-context.js';

const DEBOUNCE_MS = 400;

/** Subscribes to events of a type while the view is mounted; the first listener receives all events. */
export function useFeedEvent<Type extends keyof FeedData>(type: Type, listener: (data: FeedData[Type]) => void): void {
  const { feed } = useApp();
  useEffect(() => feed.on(type, listener), []);
}

/** Returns a function that runs `run` shortly afterwards, once for all calls in between, because events arrive in bursts. */
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

/** Runs every `ms`, for changes without an event. */
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
