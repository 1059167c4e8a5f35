import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { useQuery } from '../routing/use-query.js';
import { navigationText } from '../text/navigation.js';
import { AlertRuleTable } from './alert-rules/alert-rule-table.js';
import { readAlertRules, useWithContext } from './alert-rules/alert-rules-data.js';
import { alertRulesText } from './alert-rules/alert-rules.text.js';
import { namesZone } from './alert-rules/names-zone.js';
import { RuleGuard } from './alert-rules/rule-guard.js';
import { CollectionPage } from './collection-page.js';

/** The rules that raise alerts on the gateway; `?zone=` shows only those that name a zone. */
export const AlertRulesPage = (): JSX.Element => (
  <RuleGuard>
    <AlertRules />
  </RuleGuard>
);

const NEW = '/alert-rules/new';

function AlertRules(): JSX.Element {
  const { api } = useApp();
  const t = useText(alertRulesText);
  const tNavigation = useText(navigationText);
  const zone = useQuery('zone');
  const data = useWithContext(() => readAlertRules(api), []);
  return (
    <CollectionPage
      title={tNavigation('alertRules')}
      data={data}
      notes={({ zones }) => (
        <div class="actions">
          <p class="muted grow">
            {zone === undefined ? (
              <>
                {t('intro')} <a href={linkTo('/rules')}>{tNavigation('rules')}</a>
              </>
            ) : (
              t('ofZone', { zone: zones.find(({ id }) => id === zone)?.name ?? zone })
            )}
          </p>
          <a class="button" href={linkTo(NEW) + (zone === undefined ? '' : `?zone=${encodeURIComponent(zone)}`)}>
            {t('create')}
          </a>
        </div>
      )}
      emptyNote={({ found }) =>
        found.some(namesZone(zone))
          ? undefined
          : { title: t('empty'), hint: t(zone === undefined ? 'emptyHint' : 'emptyZone') }
      }
      list={({ found, ...context }) => (
        <AlertRuleTable rules={found.filter(namesZone(zone))} context={context} reload={data.reload} />
      )}
    />
  );
}
