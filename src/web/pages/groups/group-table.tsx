import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import { useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { Instant } from '../../shell/when.js';
import { groupsText } from '../groups.text.js';

/** One row a group. */
export function GroupTable({ groups }: { readonly groups: readonly Group[] }): JSX.Element {
  const say = useText(groupsText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('name')}</th>
          <th scope="col">{say('devices')}</th>
          <th scope="col">{say('changed')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ id, name, description, devices, lastModified }) => (
          <tr key={id}>
            <th scope="row">
              <a href={linkTo('/groups/:groupId', { groupId: id })}>{name}</a>
              {description === '' ? null : <span class="muted small">{description}</span>}
            </th>
            <td data-label={say('devices')}>{devices.length}</td>
            <td data-label={say('changed')}>
              <Instant at={Date.parse(lastModified)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
