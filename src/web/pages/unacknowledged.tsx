import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { StateNote } from '../components/state-note.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import { AlertTable } from './alerts/alert-table.js';
import { alertsText } from './alerts/alerts.text.js';
import { useUnacknowledgedAlerts } from './alerts/use-alerts.js';
import { useNotificationStatus } from './alerts/use-notification-status.js';

/** Exactly the alerts that the banner counts, also those that are older than the ranges of the list of alerts. */
export function UnacknowledgedPage(): JSX.Element {
  const t = useText(alertsText);
  const tCommon = useText(commonText);
  const { result, reload } = useUnacknowledgedAlerts();
  const statusOf = useNotificationStatus('');
  const alerts = result?.ok === true ? result.value.records : [];
  return (
    <div class="page">
      <PageHead title={t('unacknowledged')}>
        <p class="muted" role="status">
          {result === undefined ? tCommon('loading') : t('count', { count: alerts.length })}
        </p>
        <a href={linkTo('/alerts')}>{t('all')}</a>
      </PageHead>
      {result?.ok === false ? <FailureNote failure={result} onRetry={reload} /> : null}
      {result?.ok === true && alerts.length === 0 ? <StateNote title={t('noneUnacknowledged')} /> : null}
      {alerts.length > 0 ? <AlertTable alerts={alerts} statusOf={statusOf} /> : null}
    </div>
  );
}
