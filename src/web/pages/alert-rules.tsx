import type { JSX } from 'preact';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { navigationText } from '../text/navigation.js';
import { AlertRuleTable } from './alert-rules/alert-rule-table.js';
import { readAlertRules, withContext } from './alert-rules/alert-rules-data.js';
import { alertRulesText } from './alert-rules/alert-rules.text.js';
import { RuleGuard } from './alert-rules/rule-guard.js';
import { CollectionPage } from './collection-page.js';

/** The rules that raise alerts on the gateway. */
export const AlertRulesPage = (): JSX.Element => (
  <RuleGuard>
    <AlertRules />
  </RuleGuard>
);

function AlertRules(): JSX.Element {
  const { api } = useApp();
  const t = useText(alertRulesText);
  const tNavigation = useText(navigationText);
  const data = useFetch(() => withContext(api, readAlertRules(api)), []);
  return (
    <CollectionPage
      title={tNavigation('alertRules')}
      data={data}
      notes={() => (
        <div class="actions">
          <p class="muted grow">
            {t('intro')} <a href={linkTo('/rules')}>{tNavigation('rules')}</a>
          </p>
          <a class="button" href={linkTo('/alert-rules/new')}>
            {t('create')}
          </a>
        </div>
      )}
      emptyNote={({ found }) => (found.length > 0 ? undefined : { title: t('empty'), hint: t('emptyHint') })}
      list={({ found, ...context }) => <AlertRuleTable rules={found} context={context} reload={data.reload} />}
    />
  );
}
