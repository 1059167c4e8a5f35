import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../schema/group.js';
import type { UserInput, UserView } from '../../schema/user.js';
import type { Answer, Api } from '../api/client.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { ToggleButton } from '../shell/toggle-button.js';
import { navigationText } from '../text/navigation.js';
import { UserForm } from './users/user-form.js';
import { UserTable } from './users/user-table.js';
import { usersText } from './users.text.js';

/** The users one may see; a new one goes on to his own page, where his key is given out. */
export function UsersPage(): JSX.Element {
  const { api } = useParts();
  const say = useText(usersText);
  const creating = useSignal(false);
  const { answer, again } = useLoading(() => readUsers(api), []);
  const found = answer.value;

  async function create(input: UserInput): Promise<Answer<unknown>> {
    const came = await api.send<{ user: UserView }>('POST', '/api/users', input);
    if (came.ok) location.hash = linkTo('/users/:userId', { userId: came.value.user.id });
    return came;
  }

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('users')}>
        <ToggleButton label={say('create')} open={creating} />
      </PageHead>
      {creating.value ? <UserForm onSave={create} /> : null}
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true ? <UserTable {...found.value} /> : null}
    </div>
  );
}

type UsersData = { readonly users: readonly UserView[]; readonly groups: readonly Group[] };

/** The users, and the groups that they may be bound to. */
async function readUsers(api: Pick<Api, 'get'>): Promise<Answer<UsersData>> {
  const [users, groups] = await Promise.all([
    api.get<Pick<UsersData, 'users'>>('/api/users'),
    api.get<Pick<UsersData, 'groups'>>('/api/groups'),
  ]);
  if (!users.ok) return users;
  return groups.ok ? { ok: true, value: { ...users.value, ...groups.value } } : groups;
}
