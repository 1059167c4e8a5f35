import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { GroupField } from '../groups/group-field.js';
import { unknownText } from './unknown.text.js';

export type AdoptFormProps = {
  readonly id: string;
  readonly onAdopted: (accepted: number) => void;
  readonly onCancel: () => void;
};

/** Adopts an unknown device under a name, into a group. */
export function AdoptForm({ id, onAdopted, onCancel }: AdoptFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(unknownText);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);

  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const filled = [...new FormData(form)].filter(([, value]) => value !== '');
    const path = `/api/unknownDevices/${encodeURIComponent(id)}/adopt`;
    const result = await api.send<{ accepted: number }>('POST', path, Object.fromEntries(filled));
    if (!result.ok) return result;
    onAdopted(result.value.accepted);
    return undefined;
  });

  return (
    <form class="card card-stack" aria-label={t('adoptOf', { id })} onSubmit={onSubmit}>
      <h2>{t('adoptOf', { id })}</h2>
      <p class="muted">{t('adoptHint')}</p>
      <div class="fields">
        <label>
          {t('name')}
          <input type="text" name="name" maxLength={128} placeholder={id} ref={first} />
        </label>
        <GroupField />
      </div>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="choices">
        <button type="submit" class="primary" disabled={busy.value}>
          {t('adopt')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
