import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { AlertRule } from '../../../schema/alert-rules/alert-rule.js';
import { updateIfUnmodified } from '../../api/update-if-unmodified.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { linkTo } from '../../routing/match.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import { ALERT_RULES_PATH, type AlertRuleContext } from './alert-rules-data.js';
import { alertRulesText } from './alert-rules.text.js';
import { describeAlertRule, raisedBy } from './describe-alert-rule.js';
import type { RuleWords } from './phrases.js';
import { useRuleWords } from './use-rule-words.js';

export type AlertRuleTableProps = {
  readonly rules: readonly AlertRule[];
  readonly context: AlertRuleContext;
  /** Reads the rules again. */
  readonly reload: () => void;
};

/** One row per rule: the rule in a sentence, and a switch that enables it. */
export function AlertRuleTable({ rules, context, reload }: AlertRuleTableProps): JSX.Element {
  const t = useText(alertRulesText);
  const words = useRuleWords(context);
  const values: SortValues<AlertRule> = {
    name: ({ name }) => name,
    type: ({ type }) => t(type),
    // Enabled ones first.
    state: ({ enabled }) => (enabled ? 0 : 1),
  };
  const { rows, ...sorting } = useSorting(rules, values, ascending('name'));
  return (
    <table class="rows wide-names">
      <TableHead
        sorting={sorting}
        columns={[
          { name: 'name', label: t('name') },
          { name: 'type', label: t('type') },
          { name: 'summary', label: t('summary'), unsorted: true },
          { name: 'state', label: t('state') },
        ]}
      />
      <tbody>
        {rows.map((rule) => (
          <AlertRuleRow key={rule.id} rule={rule} words={words} reload={reload} />
        ))}
      </tbody>
    </table>
  );
}

type AlertRuleRowProps = {
  readonly rule: AlertRule;
  readonly words: RuleWords;
  readonly reload: () => void;
};

function AlertRuleRow({ rule, words, reload }: AlertRuleRowProps): JSX.Element {
  const t = useText(alertRulesText);
  return (
    <tr>
      <th scope="row">
        <a href={linkTo('/alert-rules/:alertRuleId', { alertRuleId: rule.id })}>{rule.name}</a>
      </th>
      <td data-label={t('type')}>{t(rule.type)}</td>
      <td class="rule-sentence">
        <p>{describeAlertRule(rule, words)}</p>
        <p class="small muted">
          {t('raises', { alerts: raisedBy(rule).join(', ') })}
          {rule.attention ? <> · {t('attention')}</> : null}
        </p>
      </td>
      <td data-label={t('state')}>
        <EnabledSwitch rule={rule} reload={reload} />
      </td>
    </tr>
  );
}

function EnabledSwitch({ rule, reload }: Omit<AlertRuleRowProps, 'words'>): JSX.Element {
  const { api } = useApp();
  const t = useText(alertRulesText);
  const busy = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);

  async function change(enabled: boolean): Promise<void> {
    busy.value = true;
    const path = `${ALERT_RULES_PATH}/${encodeURIComponent(rule.id)}`;
    const changed = await updateIfUnmodified(api, { path, lastModified: rule.lastModified, fields: { enabled } });
    failure.value = changed.ok ? undefined : changed;
    busy.value = false;
    // Also after a failure: the row shows what the gateway has.
    reload();
  }

  return (
    <div>
      <label class="inline">
        <input
          type="checkbox"
          aria-label={`${t('enabled')}: ${rule.name}`}
          checked={rule.enabled}
          disabled={busy.value}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked;
            // It moves once the gateway has stored it.
            currentTarget.checked = rule.enabled;
            void change(wanted);
          }}
        />
        <span aria-hidden="true">{t('enabled')}</span>
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
    </div>
  );
}
