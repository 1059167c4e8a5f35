import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Answer } from './api/client.js';

/** What is being read; the value of before stays in sight while it is read again. */
export type Loading<T> = {
  readonly answer: ReadonlySignal<Answer<T> | undefined>;
  readonly busy: ReadonlySignal<boolean>;
  readonly again: () => void;
};

/** Reads when the view comes and whenever one of `on` is another; an answer that another has overtaken is dropped. */
export function useLoading<T>(read: () => Promise<Answer<T>>, on: readonly unknown[]): Loading<T> {
  const answer = useSignal<Answer<T> | undefined>(undefined);
  const busy = useSignal(true);
  const turn = useSignal(0);
  useEffect(() => {
    let over = false;
    busy.value = true;
    void read().then((came) => {
      if (over) return;
      answer.value = came;
      busy.value = false;
    });
    return () => {
      over = true;
    };
  }, [...on, turn.value]);
  return {
    answer,
    busy,
    again() {
      turn.value++;
    },
  };
}
