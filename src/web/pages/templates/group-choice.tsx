import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import { useLoading } from '../../loading.js';
import { useParts, useText } from '../../parts.js';
import { may } from '../../session/may.js';
import { templatesText } from './templates.text.js';

/** The group that devices join; nothing to choose where there is none, or for who may not put devices into one. */
export function GroupChoice({ value }: { readonly value: string | null }): JSX.Element | null {
  const { api, session } = useParts();
  const say = useText(templatesText);
  const { answer } = useLoading(() => api.get<{ groups: readonly Pick<Group, 'id' | 'name'>[] }>('/api/groups'), []);
  const groups = answer.value?.ok === true ? answer.value.value.groups : [];
  const state = session.state.value;
  if (groups.length === 0 || state.is !== 'in' || !may(state.user, 'groups:write')) return null;
  return (
    <label>
      {say('group')}
      <select name="group">
        <option value="">{say('noGroup')}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id} selected={id === value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
