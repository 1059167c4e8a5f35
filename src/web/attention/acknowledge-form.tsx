import type { JSX } from 'preact';
import { useSubmit } from '../api/use-submit.js';
import { useApp, useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { attentionText } from './attention.text.js';

export type AcknowledgeFormProps = {
  readonly ids: readonly string[];
  /** of the alert and of its device, for screen readers */
  readonly name: string;
  readonly device: string;
};

const MAX_NOTE_LENGTH = 256;

/** Acknowledges alerts with one click; the note may stay empty. */
export function AcknowledgeForm({ ids, name, device }: AcknowledgeFormProps): JSX.Element {
  const { attention } = useApp();
  const t = useText(attentionText);
  const { busy, failure, onSubmit } = useSubmit((form) => {
    const note = new FormData(form).get('note');
    return attention.acknowledge(ids, typeof note === 'string' ? note.trim() : '');
  });
  return (
    <form class="acknowledge" onSubmit={onSubmit}>
      <input name="note" maxLength={MAX_NOTE_LENGTH} aria-label={t('note')} placeholder={t('noteHint')} />
      <button type="submit" class="primary" disabled={busy.value} aria-label={t('acknowledgeOne', { name, device })}>
        {t('acknowledge')}
      </button>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
    </form>
  );
}
