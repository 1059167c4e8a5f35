import type { JSX } from 'preact';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import { useDeviceName } from '../../live/device-name.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import { rulesText } from './rules.text.js';
import type { RuleContext } from './rules-data.js';
import { describeRule } from './describe-rule.js';
import { WarningList } from './warning-list.js';

/** Enabled ones first. */
const SORT_VALUES: SortValues<NotificationRule> = {
  name: ({ name }) => name,
  state: ({ enabled }) => (enabled ? 0 : 1),
};

export type RuleTableProps = { readonly rules: readonly NotificationRule[]; readonly context: RuleContext };

/** One row per rule: what it does, and warnings about what keeps it from notifying. */
export function RuleTable({ rules, context }: RuleTableProps): JSX.Element {
  const t = useText(rulesText);
  const { rows, ...sorting } = useSorting(rules, SORT_VALUES, ascending('name'));
  return (
    <table class="rows wide-names">
      <TableHead
        sorting={sorting}
        columns={[
          { name: 'name', label: t('name') },
          { name: 'summary', label: t('summary'), unsorted: true },
          { name: 'state', label: t('state') },
        ]}
      />
      <tbody>
        {rows.map((rule) => (
          <RuleRow key={rule.id} rule={rule} context={context} />
        ))}
      </tbody>
    </table>
  );
}

function RuleRow({ rule, context }: { readonly rule: NotificationRule; readonly context: RuleContext }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(rulesText);
  const { when, recipients, quiet } = describeRule(rule, preferences.language.value, {
    device: useDeviceName(),
    group: (id) => context.groups.find((group) => group.id === id)?.name ?? id,
  });
  return (
    <tr>
      <th scope="row">
        <a href={linkTo('/rules/:ruleId', { ruleId: rule.id })}>{rule.name}</a>
      </th>
      <td class="rule-sentence">
        <p>
          {when}: {recipients}
        </p>
        <p class="small muted">{quiet}</p>
        <WarningList rule={rule} context={context} />
      </td>
      <td data-label={t('state')}>
        <span class={`badge ${rule.enabled ? 'badge-live' : 'badge-silent'}`}>
          {t(rule.enabled ? 'enabled' : 'disabled')}
        </span>
      </td>
    </tr>
  );
}
