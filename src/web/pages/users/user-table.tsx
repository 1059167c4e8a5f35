import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import type { UserView } from '../../../schema/accounts/user.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import { usersText } from './users.text.js';
import { accountStatusOf, type Validity } from './account-status.js';

export type UserTableProps = { readonly users: readonly UserView[]; readonly groups: readonly Group[] };

/** One row per user: privileges, scope and validity. */
export function UserTable({ users, groups }: UserTableProps): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(usersText);
  const nameOfGroup = (id: string): string => groups.find((group) => group.id === id)?.name ?? id;
  const values: SortValues<UserView> = {
    name: ({ name }) => name,
    privileges: ({ privileges }) => privileges.map((name) => t(name)).join(', '),
    scope: ({ group, deviceId }) => (group === null ? (deviceId ?? undefined) : nameOfGroup(group)),
    state: (user) => t(accountStatusOf(user, gatewayClock.now())),
    valid: ({ expires }) => (expires === null ? undefined : Date.parse(expires)),
    lastLogin: ({ lastLogin }) => (lastLogin === null ? undefined : Date.parse(lastLogin)),
  };
  const { rows, ...sorting } = useSorting(users, values, ascending('name'));
  return (
    <table class="rows wide-names">
      <TableHead
        sorting={sorting}
        columns={(['name', 'privileges', 'scope', 'state', 'valid', 'lastLogin'] as const).map((name) => ({
          name,
          label: t(name),
        }))}
      />
      <tbody>
        {rows.map((user) => (
          <tr key={user.id}>
            <th scope="row">
              <a href={linkTo('/users/:userId', { userId: user.id })}>{user.name}</a>
              <span class="muted small">{user.email}</span>
            </th>
            <td data-label={t('privileges')}>
              {user.privileges.length === 0 ? '–' : user.privileges.map((name) => t(name)).join(', ')}
            </td>
            <td data-label={t('scope')}>
              <UserScope user={user} groups={groups} />
            </td>
            <td data-label={t('state')}>
              <AccountStatusBadge user={user} />
            </td>
            <td data-label={t('valid')}>
              <ValidityDates {...user} />
            </td>
            <td data-label={t('lastLogin')}>
              <Age at={user.lastLogin === null ? undefined : Date.parse(user.lastLogin)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type UserScopeProps = { readonly user: Pick<UserView, 'group' | 'deviceId'>; readonly groups: readonly Group[] };

function UserScope({ user: { group, deviceId }, groups }: UserScopeProps): JSX.Element {
  const t = useText(usersText);
  if (group === null && deviceId === null) return <span class="muted">{t('anyGroup')}</span>;
  const name = groups.find(({ id }) => id === group)?.name ?? group;
  return (
    <div>
      {group === null ? null : (
        <div>
          {t('group')} <a href={linkTo('/groups/:groupId', { groupId: group })}>{name}</a>
        </div>
      )}
      {deviceId === null ? null : (
        <div>
          {t('device')} <DeviceLink deviceId={deviceId} />
        </div>
      )}
    </div>
  );
}

const BADGE_CLASSES = { enabled: 'live', disabled: 'expired', notYetValid: 'stale', expired: 'expired' } as const;

function AccountStatusBadge({ user }: { readonly user: UserView }): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(usersText);
  const status = useComputed(() => accountStatusOf(user, gatewayClock.nowSignal.value)).value;
  return <span class={`badge badge-${BADGE_CLASSES[status]}`}>{t(status)}</span>;
}

function ValidityDates({ from, expires }: Validity): JSX.Element {
  const t = useText(usersText);
  if (from === null && expires === null) return <span class="muted">{t('always')}</span>;
  return (
    <div>
      {from === null ? null : (
        <div>
          {t('since')} <Timestamp at={Date.parse(from)} />
        </div>
      )}
      {expires === null ? null : (
        <div>
          {t('until')} <Timestamp at={Date.parse(expires)} />
        </div>
      )}
    </div>
  );
}
