import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { Timestamp } from '../../components/timestamp.js';
import { groupsText } from './groups.text.js';

/** One row per group. */
export function GroupTable({ groups }: { readonly groups: readonly Group[] }): JSX.Element {
  const t = useText(groupsText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('devices')}</th>
          <th scope="col">{t('changed')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ id, name, description, devices, lastModified }) => (
          <tr key={id}>
            <th scope="row">
              <a href={linkTo('/groups/:groupId', { groupId: id })}>{name}</a>
              {description === '' ? null : <span class="muted small">{description}</span>}
            </th>
            <td data-label={t('devices')}>{devices.length}</td>
            <td data-label={t('changed')}>
              <Timestamp at={Date.parse(lastModified)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
