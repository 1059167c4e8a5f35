import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { hasPrivilege } from '../../session/has-privilege.js';
import { groupsText } from './groups.text.js';

export type GroupFieldProps = {
  /** id of the group that is chosen at first */
  readonly value?: string | null;
};

/** The group that devices join; hidden if there are no groups or the user cannot change them. */
export function GroupField({ value = null }: GroupFieldProps): JSX.Element | null {
  const { api, session } = useApp();
  const t = useText(groupsText);
  const { result } = useFetch(() => api.get<{ groups: readonly Pick<Group, 'id' | 'name'>[] }>('/api/groups'), []);
  const groups = result.value?.ok === true ? result.value.value.groups : [];
  const state = session.state.value;
  if (groups.length === 0 || state.is !== 'in' || !hasPrivilege(state.user, 'groups:write')) return null;
  return (
    <label>
      {t('group')}
      <select name="group">
        <option value="">{t('noGroup')}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id} selected={id === value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
