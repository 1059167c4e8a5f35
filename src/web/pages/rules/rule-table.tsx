import type { JSX } from 'preact';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import { useDeviceName } from '../../live/device-name.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { rulesText } from './rules.text.js';
import type { RuleContext } from './rules-data.js';
import { describeRule } from './describe-rule.js';
import { WarningList } from './warning-list.js';

export type RuleTableProps = { readonly rules: readonly NotificationRule[]; readonly context: RuleContext };

/** One row per rule: what it does, and warnings about what keeps it from notifying. */
export function RuleTable({ rules, context }: RuleTableProps): JSX.Element {
  const t = useText(rulesText);
  return (
    <table class="rows wide-names">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('summary')}</th>
          <th scope="col">{t('state')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
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
