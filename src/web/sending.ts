import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import type { ApiFailure } from './api/client.js';

/** A form that is being sent. */
export type Sending = {
  readonly busy: ReadonlySignal<boolean>;
  /** of the last time */
  readonly failure: ReadonlySignal<ApiFailure | undefined>;
  readonly onSubmit: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
};

/** Has what a form holds sent by `send`, which gives back why it could not be; the page stays where it is. */
export function useSending(send: (form: HTMLFormElement) => Promise<ApiFailure | undefined>): Sending {
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
