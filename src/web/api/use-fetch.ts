import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApiResult } from './client.js';

/** A value that is being read; the previous value stays visible while it is read again. */
export type FetchState<T> = {
  readonly result: ReadonlySignal<ApiResult<T> | undefined>;
  readonly busy: ReadonlySignal<boolean>;
  readonly reload: () => void;
};

/** Reads on mount and when one of `on` changes; outdated responses are dropped. */
export function useFetch<T>(read: () => Promise<ApiResult<T>>, dependencies: readonly unknown[]): FetchState<T> {
  const result = useSignal<ApiResult<T> | undefined>(undefined);
  const busy = useSignal(true);
  const attempt = useSignal(0);
  useEffect(() => {
    let disposed = false;
    busy.value = true;
    void read().then((fetched) => {
      if (disposed) return;
      result.value = fetched;
      busy.value = false;
    });
    return () => {
      disposed = true;
    };
  }, [...dependencies, attempt.value]);
  return {
    result,
    busy,
    reload() {
      attempt.value++;
    },
  };
}
