import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { linkTo } from '../routing/match.js';
import { useQuery } from '../routing/use-query.js';
import { PageHead } from '../shell/page-head.js';
import { AlertRuleForm } from './alert-rules/alert-rule-form.js';
import { ALERT_RULES_PATH, useWithContext } from './alert-rules/alert-rules-data.js';
import { alertRulesText } from './alert-rules/alert-rules.text.js';
import { RuleGuard } from './alert-rules/rule-guard.js';

/** Creates an alert rule; `?zone=` chooses a zone. */
export const NewAlertRulePage = (): JSX.Element => (
  <RuleGuard>
    <NewAlertRule />
  </RuleGuard>
);

/** A new rule needs only what it can name. */
const nothing = () => Promise.resolve({ ok: true, value: undefined } as const);

function NewAlertRule(): JSX.Element {
  const { api } = useApp();
  const t = useText(alertRulesText);
  const { result, reload } = useWithContext(nothing, []);
  const zone = useQuery('zone');
  const read = result.value;
  return (
    <div class="page">
      <a class="small" href={linkTo('/alert-rules')}>
        {t('all')}
      </a>
      <PageHead title={t('create')} />
      <LoadNote result={read} onRetry={reload} />
      {read?.ok === true ? (
        <AlertRuleForm
          // Another zone is another new rule.
          key={zone}
          zone={read.value.zones.some(({ id }) => id === zone) ? zone : undefined}
          context={read.value}
          onSave={async (fields) => {
            const created = await api.send('POST', ALERT_RULES_PATH, fields);
            if (created.ok) location.hash = linkTo('/alert-rules');
            return created;
          }}
        />
      ) : null}
    </div>
  );
}
