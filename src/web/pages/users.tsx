import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import type { UserInput, UserView } from '../../schema/accounts/user.js';
import type { ApiResult, Api } from '../api/client.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { ToggleButton } from '../components/toggle-button.js';
import { navigationText } from '../text/navigation.js';
import { UserForm } from './users/user-form.js';
import { UserTable } from './users/user-table.js';
import { usersText } from './users/users.text.js';

/** The users one may see; a new one goes on to his own page, where his key is given out. */
export function UsersPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const creating = useSignal(false);
  const { result, reload } = useFetch(() => readUsers(api), []);
  const found = result.value;

  async function create(input: UserInput): Promise<ApiResult<unknown>> {
    const response = await api.send<{ user: UserView }>('POST', '/api/users', input);
    if (response.ok) location.hash = linkTo('/users/:userId', { userId: response.value.user.id });
    return response;
  }

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('users')}>
        <ToggleButton label={t('create')} open={creating} />
      </PageHead>
      {creating.value ? <UserForm onSave={create} /> : null}
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true ? <UserTable {...found.value} /> : null}
    </div>
  );
}

type UsersData = { readonly users: readonly UserView[]; readonly groups: readonly Group[] };

/** The users, and the groups that they may be bound to. */
async function readUsers(api: Pick<Api, 'get'>): Promise<ApiResult<UsersData>> {
  const [users, groups] = await Promise.all([
    api.get<Pick<UsersData, 'users'>>('/api/users'),
    api.get<Pick<UsersData, 'groups'>>('/api/groups'),
  ]);
  if (!users.ok) return users;
  return groups.ok ? { ok: true, value: { ...users.value, ...groups.value } } : groups;
}
