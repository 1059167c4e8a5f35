import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import { useFetch } from '../api/use-fetch.js';
import { useMaking } from '../making.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { ToggleButton } from '../components/toggle-button.js';
import { navigationText } from '../text/navigation.js';
import { GroupForm, type GroupFields } from './groups/group-form.js';
import { GroupTable } from './groups/group-table.js';
import { canChangeGroups } from './groups/can-change-groups.js';
import { groupsText } from './groups/groups.text.js';

/** The groups one may see, and a new one. */
export function GroupsPage(): JSX.Element {
  const { api, session } = useApp();
  const t = useText(groupsText);
  const { result, reload } = useFetch(() => api.get<{ groups: Group[] }>('/api/groups'), []);
  const { open, make, made: createdName } = useMaking<GroupFields>({ path: '/api/groups', reload });
  const found = result.value;
  const canChange = canChangeGroups(session.state.value);

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('groups')}>
        <p class="grow" role="status">
          {createdName.value === '' ? '' : t('made', { name: createdName.value })}
        </p>
        {canChange ? <ToggleButton label={t('create')} open={open} /> : null}
      </PageHead>
      {open.value ? <GroupForm onSave={make} /> : null}
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && found.value.groups.length === 0 ? (
        <StateNote title={t('empty')}>{t(canChange ? 'emptyHint' : 'emptyReader')}</StateNote>
      ) : null}
      {found?.ok === true && found.value.groups.length > 0 ? <GroupTable groups={found.value.groups} /> : null}
    </div>
  );
}
