import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import type { ApiFailure } from './client.js';

/** The submission of a form. */
export type Submission = {
  readonly busy: ReadonlySignal<boolean>;
  /** of the last submission */
  readonly failure: ReadonlySignal<ApiFailure | undefined>;
  readonly onSubmit: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
};

/** Submits a form with `send`, which returns the failure if there is one, without leaving the page. */
export function useSubmit(send: (form: HTMLFormElement) => Promise<ApiFailure | undefined>): Submission {
  const busy = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  return {
    busy,
    failure,
    onSubmit(event) {
      event.preventDefault();
      busy.value = true;
      void send(event.currentTarget).then((came) => {
        failure.value = came;
        busy.value = false;
      });
    },
  };
}
