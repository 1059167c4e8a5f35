import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../schema/group.js';
import type { Answer } from '../api/client.js';
import { useLoading } from '../loading.js';
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
  const creating = useSignal(false);
  const made = useSignal('');
  const { answer, again } = useLoading(() => api.get<{ groups: Group[] }>('/api/groups'), []);
  const found = answer.value;
  const mayChange = mayChangeGroups(session.state.value);

  async function create(fields: GroupFields): Promise<Answer<unknown>> {
    const came = await api.send('POST', '/api/groups', fields);
    if (!came.ok) return came;
    made.value = fields.name;
    creating.value = false;
    again();
    return came;
  }

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('groups')}>
        <p class="grow" role="status">
          {made.value === '' ? '' : say('made', { name: made.value })}
        </p>
        {mayChange ? <ToggleButton label={say('create')} open={creating} /> : null}
      </PageHead>
      {creating.value ? <GroupForm onSave={create} /> : null}
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true && found.value.groups.length === 0 ? (
        <StateNote title={say('empty')}>{say(mayChange ? 'emptyHint' : 'emptyReader')}</StateNote>
      ) : null}
      {found?.ok === true && found.value.groups.length > 0 ? <GroupTable groups={found.value.groups} /> : null}
    </div>
  );
}
