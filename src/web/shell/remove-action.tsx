import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { CallFailure } from '../api/client.js';
import { useParts, useText } from '../parts.js';
import { commonText } from '../text/common.js';
import { ConfirmButton } from './confirm-button.js';
import { FailureNote } from './failure-note.js';

export type RemoveActionProps = {
  /** of the API, of what is deleted */
  readonly path: string;
  readonly question: string;
  /** where one goes on once it is gone */
  readonly next: string;
  /** what stands beside the button */
  readonly children?: ComponentChildren;
};

/** Deletes what a page is about, after a second word, and leaves the page. */
export function RemoveAction({ path, question, next, children }: RemoveActionProps): JSX.Element {
  const { api } = useParts();
  const say = useText(commonText);
  const failure = useSignal<CallFailure | undefined>(undefined);

  async function remove(): Promise<void> {
    const came = await api.send('DELETE', path);
    failure.value = came.ok ? undefined : came;
    if (came.ok) location.hash = next;
  }

  return (
    <>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ConfirmButton label={say('remove')} question={question} onConfirm={() => void remove()} />
        {children}
      </div>
    </>
  );
}
