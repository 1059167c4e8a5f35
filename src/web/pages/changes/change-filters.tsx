import type { JSX } from 'preact';
import type { ChangeKind } from '../../../schema/changes/change.js';
import type { UserView } from '../../../schema/accounts/user.js';
import { useText } from '../../app-context.js';
import { SelectFilter } from '../../components/select-filter.js';
import { capitalize } from '../../text/channel-labels.js';
import { changesText } from './changes.text.js';
import type { ChangeFilter } from './read-changes.js';

/** Those that entries of this version can have. */
const KINDS = [
  ...(['device', 'group', 'user', 'key', 'sign-in', 'setting', 'configuration', 'port', 'uplink', 'webhook'] as const),
  ...(['zone', 'alertRule', 'notification', 'template', 'display', 'command', 'message', 'provisioning'] as const),
  ...(['depot', 'backup', 'gateway'] as const),
] satisfies readonly ChangeKind[];

const AUTHORS = [
  ['user', 'byUser'],
  ['command', 'byCommand'],
  ['configuration', 'byConfiguration'],
  ['uplink,center', 'byUplink'],
  ['display', 'byDisplay'],
  ['gateway', 'byNobody'],
] as const;

export type ChangeFiltersProps = {
  readonly filter: ChangeFilter;
  readonly users: readonly Pick<UserView, 'id' | 'name'>[];
  readonly onChange: (filter: ChangeFilter) => void;
};

/** The filters by kind and author. */
export function ChangeFilters({ filter, users, onChange }: ChangeFiltersProps): JSX.Element {
  const t = useText(changesText);
  return (
    <div class="filters">
      <SelectFilter
        label={t('byKind')}
        value={filter.kind}
        options={[['', t('anyKind')], ...KINDS.map((kind) => [kind, capitalize(t(kind))] as const)]}
        onChange={(kind) => {
          onChange({ ...filter, kind });
        }}
      />
      <SelectFilter
        label={t('byAuthor')}
        value={filter.by}
        options={[
          ['', t('anyAuthor')],
          ...users.map(({ id, name }) => [id, name] as const),
          ...AUTHORS.map(([type, text]) => [type, t(text)] as const),
        ]}
        onChange={(by) => {
          onChange({ ...filter, by });
        }}
      />
    </div>
  );
}
