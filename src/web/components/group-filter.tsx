import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import { useText } from '../app-context.js';
import { commonText } from '../text/common.js';
import { SelectFilter } from './select-filter.js';

export type GroupFilterProps = {
  readonly groups: readonly Pick<Group, 'id' | 'name'>[];
  /** id of the chosen group; empty: any */
  readonly value: string;
  readonly onChange: (groupId: string) => void;
};

/** Filters a list by the group of the devices; hidden where there are no groups. */
export function GroupFilter({ groups, value, onChange }: GroupFilterProps): JSX.Element | null {
  const t = useText(commonText);
  if (groups.length === 0) return null;
  return (
    <SelectFilter
      label={t('group')}
      value={value}
      options={[['', t('anyGroup')], ...groups.map(({ id, name }) => [id, name] as const)]}
      onChange={onChange}
    />
  );
}
