import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import type { UserView } from '../../../schema/user.js';
import { useParts, useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Age, Instant } from '../../shell/when.js';
import { usersText } from '../users.text.js';
import { standingOf, type Validity } from './standing.js';

export type UserTableProps = { readonly users: readonly UserView[]; readonly groups: readonly Group[] };

/** One row a user: what he may do, what he sees, and until when. */
export function UserTable({ users, groups }: UserTableProps): JSX.Element {
  const say = useText(usersText);
  return (
    <table class="rows wide-names">
      <thead>
        <tr>
          <th scope="col">{say('name')}</th>
          <th scope="col">{say('privileges')}</th>
          <th scope="col">{say('sees')}</th>
          <th scope="col">{say('state')}</th>
          <th scope="col">{say('valid')}</th>
          <th scope="col">{say('lastLogin')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row">
              <a href={linkTo('/users/:userId', { userId: user.id })}>{user.name}</a>
              <span class="muted small">{user.email}</span>
            </th>
            <td data-label={say('privileges')}>{user.privileges.length === 0 ? '–' : user.privileges.join(', ')}</td>
            <td data-label={say('sees')}>
              <Sight user={user} groups={groups} />
            </td>
            <td data-label={say('state')}>
              <StandingBadge user={user} />
            </td>
            <td data-label={say('valid')}>
              <Valid {...user} />
            </td>
            <td data-label={say('lastLogin')}>
              <Age at={user.lastLogin === null ? undefined : Date.parse(user.lastLogin)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SightProps = { readonly user: Pick<UserView, 'group' | 'deviceId'>; readonly groups: readonly Group[] };

function Sight({ user: { group, deviceId }, groups }: SightProps): JSX.Element {
  const say = useText(usersText);
  if (group === null && deviceId === null) return <span class="muted">{say('anyGroup')}</span>;
  const name = groups.find(({ id }) => id === group)?.name ?? group;
  return (
    <div>
      {group === null ? null : (
        <div>
          {say('group')} <a href={linkTo('/groups/:groupId', { groupId: group })}>{name}</a>
        </div>
      )}
      {deviceId === null ? null : (
        <div>
          {say('device')} <DeviceLink deviceId={deviceId} />
        </div>
      )}
    </div>
  );
}

const looks = { enabled: 'live', disabled: 'expired', early: 'stale', over: 'expired' } as const;
const words = { enabled: 'may', disabled: 'mayNot', early: 'early', over: 'over' } as const;

function StandingBadge({ user }: { readonly user: UserView }): JSX.Element {
  const { depotClock } = useParts();
  const say = useText(usersText);
  const standing = useComputed(() => standingOf(user, depotClock.second.value)).value;
  return <span class={`badge badge-${looks[standing]}`}>{say(words[standing])}</span>;
}

function Valid({ from, expires }: Validity): JSX.Element {
  const say = useText(usersText);
  if (from === null && expires === null) return <span class="muted">{say('always')}</span>;
  return (
    <div>
      {from === null ? null : (
        <div>
          {say('since')} <Instant at={Date.parse(from)} />
        </div>
      )}
      {expires === null ? null : (
        <div>
          {say('until')} <Instant at={Date.parse(expires)} />
        </div>
      )}
    </div>
  );
}
