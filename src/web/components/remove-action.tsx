import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { ApiFailure } from '../api/client.js';
import { useApp, useText } from '../app-context.js';
import { commonText } from '../text/common.js';
import { ConfirmButton } from './confirm-button.js';
import { FailureNote } from './failure-note.js';

export type RemoveActionProps = {
  /** API path of the deleted entity */
  readonly path: string;
  readonly question: string;
  /** page to open after the deletion */
  readonly next: string;
  /** text next to the button */
  readonly children?: ComponentChildren;
};

/** Deletes the entity of a page after a confirmation and leaves the page. */
export function RemoveAction({ path, question, next, children }: RemoveActionProps): JSX.Element {
  const { api } = useApp();
  const t = useText(commonText);
  const failure = useSignal<ApiFailure | undefined>(undefined);

  async function remove(): Promise<void> {
    const response = await api.send('DELETE', path);
    failure.value = response.ok ? undefined : response;
    if (response.ok) location.hash = next;
  }

  return (
    <>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ConfirmButton label={t('remove')} question={question} onConfirm={() => void remove()} />
        {children}
      </div>
    </>
  );
}
