import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Group } from '../../../schema/group.js';
import { useLoading } from '../../loading.js';
import { useParts, useText } from '../../parts.js';
import { may } from '../../session/may.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../shell/failure-note.js';
import { unknownText } from './unknown.text.js';

export type AdoptFormProps = {
  readonly id: string;
  readonly onAdopted: (accepted: number) => void;
  readonly onCancel: () => void;
};

/** What an unknown device is called from now on, and which group it joins. */
export function AdoptForm({ id, onAdopted, onCancel }: AdoptFormProps): JSX.Element {
  const { api, session } = useParts();
  const say = useText(unknownText);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  const state = session.state.value;
  const mayGroup = state.is === 'in' && may(state.user, 'groups:write');

  const { busy, failure, onSubmit } = useSending(async (form) => {
    const filled = [...new FormData(form)].filter(([, value]) => value !== '');
    const path = `/api/unknownDevices/${encodeURIComponent(id)}/adopt`;
    const answer = await api.send<{ accepted: number }>('POST', path, Object.fromEntries(filled));
    if (!answer.ok) return answer;
    onAdopted(answer.value.accepted);
    return undefined;
  });

  return (
    <form class="card card-stack" aria-label={say('adoptOf', { id })} onSubmit={onSubmit}>
      <h2>{say('adoptOf', { id })}</h2>
      <p class="muted">{say('adoptHint')}</p>
      <div class="fields">
        <label>
          {say('name')}
          <input type="text" name="name" maxLength={128} placeholder={id} ref={first} />
        </label>
        {mayGroup ? <Groups /> : null}
      </div>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="choices">
        <button type="submit" class="primary" disabled={busy.value}>
          {say('adopt')}
        </button>
        <button type="button" onClick={onCancel}>
          {say('cancel')}
        </button>
      </div>
    </form>
  );
}

function Groups(): JSX.Element {
  const { api } = useParts();
  const say = useText(unknownText);
  const { answer } = useLoading(() => api.get<{ groups: readonly Pick<Group, 'id' | 'name'>[] }>('/api/groups'), []);
  const groups = answer.value?.ok === true ? answer.value.value.groups : [];
  return (
    <label>
      {say('group')}
      <select name="group">
        <option value="">{say('noGroup')}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
