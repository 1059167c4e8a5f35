import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import { useFetch } from '../api/use-fetch.js';
import { useCreate } from '../api/use-create.js';
import { useApp, useText } from '../app-context.js';
import { navigationText } from '../text/navigation.js';
import { CollectionPage } from './collection-page.js';
import { GroupForm, type GroupFields } from './groups/group-form.js';
import { GroupTable } from './groups/group-table.js';
import { canChangeGroups } from './groups/can-change-groups.js';
import { groupsText } from './groups/groups.text.js';

/** The visible groups, and a form to create one. */
export function GroupsPage(): JSX.Element {
  const { api, session } = useApp();
  const t = useText(groupsText);
  const data = useFetch(() => api.get<{ groups: Group[] }>('/api/groups'), []);
  const { open, create, created: createdName } = useCreate<GroupFields>({ path: '/api/groups', reload: data.reload });
  const canChange = canChangeGroups(session.state.value);
  return (
    <CollectionPage
      title={useText(navigationText)('groups')}
      data={data}
      {...(canChange && { create: { label: t('create'), open, form: () => <GroupForm onSave={create} /> } })}
      created={createdName.value === '' ? '' : t('created', { name: createdName.value })}
      emptyNote={({ groups }) =>
        groups.length > 0 ? undefined : { title: t('empty'), hint: t(canChange ? 'emptyHint' : 'emptyReader') }
      }
      list={({ groups }) => <GroupTable groups={groups} />}
    />
  );
}
