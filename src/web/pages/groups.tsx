import type { JSX } from 'preact';
import type { Group } from '../../schema/group.js';
import { useLoading } from '../loading.js';
import { useMaking } from '../making.js';
import { useParts, useText } from '../parts.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { ToggleButton } from '../shell/toggle-button.js';
import { navigationText } from '../text/navigation.js';
import { GroupForm, type GroupFields } from './groups/group-form.js';
import { GroupTable } from './groups/group-table.js';
import { mayChangeGroups } from './groups/may-change.js';
import { groupsText } from './groups.text.js';

/** The groups one may see, and a new one. */
export function GroupsPage(): JSX.Element {
  const { api, session } = useParts();
  const say = useText(groupsText);
  const { answer, again } = useLoading(() => api.get<{ groups: Group[] }>('/api/groups'), []);
  const { open, make, made } = useMaking<GroupFields>({ path: '/api/groups', again });
  const found = answer.value;
  const mayChange = mayChangeGroups(session.state.value);

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('groups')}>
        <p class="grow" role="status">
          {made.value === '' ? '' : say('made', { name: made.value })}
        </p>
        {mayChange ? <ToggleButton label={say('create')} open={open} /> : null}
      </PageHead>
      {open.value ? <GroupForm onSave={make} /> : null}
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true && found.value.groups.length === 0 ? (
        <StateNote title={say('empty')}>{say(mayChange ? 'emptyHint' : 'emptyReader')}</StateNote>
      ) : null}
      {found?.ok === true && found.value.groups.length > 0 ? <GroupTable groups={found.value.groups} /> : null}
    </div>
  );
}
