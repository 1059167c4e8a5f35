import type { JSX } from 'preact';
import { useSave } from '../api/use-save.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { RemoveAction } from '../components/remove-action.js';
import { linkTo } from '../routing/match.js';
import { ChangesLink } from '../shell/changes-link.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import { AlertRuleForm } from './alert-rules/alert-rule-form.js';
import { ALERT_RULES_PATH, readAlertRule, useWithContext } from './alert-rules/alert-rules-data.js';
import { alertRulesText } from './alert-rules/alert-rules.text.js';
import { RuleGuard } from './alert-rules/rule-guard.js';
import type { PageProps } from './page.js';

/** One alert rule: its form. */
export const AlertRulePage = ({ params: { alertRuleId = '' } }: PageProps): JSX.Element => (
  <RuleGuard>
    <AlertRuleEditor id={alertRuleId} />
  </RuleGuard>
);

function AlertRuleEditor({ id }: { readonly id: string }): JSX.Element {
  const { api } = useApp();
  const t = useText(alertRulesText);
  const tCommon = useText(commonText);
  const path = `${ALERT_RULES_PATH}/${encodeURIComponent(id)}`;
  const { result, reload } = useWithContext(() => readAlertRule(api, path), [path]);
  const read = result.value;
  const data = read?.ok === true ? read.value : undefined;
  const rule = data?.found;
  const { save, saved } = useSave({ path, lastModified: rule?.lastModified, reload });
  return (
    <div class="page">
      <a class="small" href={linkTo('/alert-rules')}>
        {t('all')}
      </a>
      <PageHead title={rule?.name ?? id}>
        {rule === undefined ? null : <p class="muted grow">{t(rule.type)}</p>}
        <ChangesLink subject={id} />
      </PageHead>
      <LoadNote result={read} onRetry={reload} />
      {data === undefined || rule === undefined ? null : (
        <>
          {/* A new key restarts the form with the values that were saved. */}
          <AlertRuleForm key={rule.lastModified} rule={rule} context={data} onSave={save} />
          <RemoveAction path={path} question={t('confirmRemove', { name: rule.name })} next={linkTo('/alert-rules')}>
            <p role="status">{saved.value ? tCommon('saved') : ''}</p>
          </RemoveAction>
        </>
      )}
    </div>
  );
}
