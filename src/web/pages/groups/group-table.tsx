import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { Timestamp } from '../../components/timestamp.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import { groupsText } from './groups.text.js';

const SORT_VALUES: SortValues<Group> = {
  name: ({ name }) => name,
  devices: ({ devices }) => devices.length,
  changed: ({ lastModified }) => Date.parse(lastModified),
};

/** One row per group. */
export function GroupTable({ groups }: { readonly groups: readonly Group[] }): JSX.Element {
  const t = useText(groupsText);
  const { rows, ...sorting } = useSorting(groups, SORT_VALUES, ascending('name'));
  return (
    <table class="rows">
      <TableHead
        sorting={sorting}
        columns={[
          { name: 'name', label: t('name') },
          { name: 'devices', label: t('devices') },
          { name: 'changed', label: t('changed') },
        ]}
      />
      <tbody>
        {rows.map(({ id, name, description, devices, lastModified }) => (
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
