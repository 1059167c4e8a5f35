import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Group } from '../../../schema/group.js';
import type { CallFailure } from '../../api/client.js';
import { useLoading } from '../../loading.js';
import { useParts, useText } from '../../parts.js';
import { may } from '../../session/may.js';
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
  const failure = useSignal<CallFailure | undefined>(undefined);
  const busy = useSignal(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  const state = session.state.value;
  const mayGroup = state.is === 'in' && may(state.user, 'groups:write');

  async function adopt(form: HTMLFormElement): Promise<void> {
    const filled = [...new FormData(form)].filter(([, value]) => value !== '');
    const path = `/api/unknownDevices/${encodeURIComponent(id)}/adopt`;
    busy.value = true;
    const answer = await api.send<{ accepted: number }>('POST', path, Object.fromEntries(filled));
    busy.value = false;
    if (answer.ok) onAdopted(answer.value.accepted);
    else failure.value = answer;
  }

  return (
    <form
      class="card card-stack"
      aria-label={say('adoptOf', { id })}
      onSubmit={(event) => {
        event.preventDefault();
        void adopt(event.currentTarget);
      }}
    >
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
