import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Group } from '../../../schema/devices/group.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { hasPrivilege } from '../../session/has-privilege.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../components/failure-note.js';
import { unknownText } from './unknown.text.js';

export type AdoptFormProps = {
  readonly id: string;
  readonly onAdopted: (accepted: number) => void;
  readonly onCancel: () => void;
};

/** What an unknown device is called from now on, and which group it joins. */
export function AdoptForm({ id, onAdopted, onCancel }: AdoptFormProps): JSX.Element {
  const { api, session } = useApp();
  const t = useText(unknownText);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  const state = session.state.value;
  const canGroup = state.is === 'in' && hasPrivilege(state.user, 'groups:write');

  const { busy, failure, onSubmit } = useSending(async (form) => {
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
        {canGroup ? <GroupField /> : null}
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

function GroupField(): JSX.Element {
  const { api } = useApp();
  const t = useText(unknownText);
  const { result } = useFetch(() => api.get<{ groups: readonly Pick<Group, 'id' | 'name'>[] }>('/api/groups'), []);
  const groups = result.value?.ok === true ? result.value.value.groups : [];
  return (
    <label>
      {t('group')}
      <select name="group">
        <option value="">{t('noGroup')}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
