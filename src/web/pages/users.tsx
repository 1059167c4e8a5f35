import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import type { UserInput, UserView } from '../../schema/accounts/user.js';
import type { ApiResult, Api } from '../api/client.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { navigationText } from '../text/navigation.js';
import { CollectionPage } from './collection-page.js';
import { UserForm } from './users/user-form.js';
import { UserTable } from './users/user-table.js';
import { usersText } from './users/users.text.js';

/** The visible users, and a form to create one; a new user's page opens, because it issues the API key. */
export function UsersPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const open = useSignal(false);
  const data = useFetch(() => readUsers(api), []);

  async function create(input: UserInput): Promise<ApiResult<unknown>> {
    const response = await api.send<{ user: UserView }>('POST', '/api/users', input);
    if (response.ok) location.hash = linkTo('/users/:userId', { userId: response.value.user.id });
    return response;
  }

  return (
    <CollectionPage
      title={useText(navigationText)('users')}
      data={data}
      create={{ label: t('create'), open, form: () => <UserForm onSave={create} /> }}
      list={(users) => <UserTable {...users} />}
    />
  );
}

type UsersData = { readonly users: readonly UserView[]; readonly groups: readonly Group[] };

/** Reads the users, and the groups that they may be restricted to. */
async function readUsers(api: Pick<Api, 'get'>): Promise<ApiResult<UsersData>> {
  const [users, groups] = await Promise.all([
    api.get<Pick<UsersData, 'users'>>('/api/users'),
    api.get<Pick<UsersData, 'groups'>>('/api/groups'),
  ]);
  if (!users.ok) return users;
  return groups.ok ? { ok: true, value: { ...users.value, ...groups.value } } : groups;
}
