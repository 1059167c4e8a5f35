import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TimeRange } from '../api/time-range.js';
import { useApp, useText } from '../app-context.js';
import { useGroups } from '../live/use-groups.js';
import { FailureNote } from '../components/failure-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { AlertTable } from './alerts/alert-table.js';
import { matchesFilter, type AlertFilter } from './alerts/alert-filter.js';
import { AlertFilters } from './alerts/alert-filters.js';
import { useAlerts } from './alerts/use-alerts.js';
import { useNotificationStatus } from './alerts/use-notification-status.js';
import { alertsText } from './alerts/alerts.text.js';
import { lastHours, RangePicker } from './device/range-picker.js';

const DEFAULT_HOURS = 24;
const MAX_ROWS = 500;

/** The alerts of all visible devices, newest first. */
export function AlertsPage(): JSX.Element {
  const { live } = useApp();
  const tCommon = useText(commonText);
  const title = useText(navigationText)('alerts');
  if (live.loaded.value) return <AlertLogView title={title} />;
  return (
    <div class="page">
      <PageHead title={title}>
        <p class="muted" role="status">
          {tCommon('loading')}
        </p>
      </PageHead>
    </div>
  );
}

function AlertLogView({ title }: { readonly title: string }): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(alertsText);
  const tCommon = useText(commonText);
  const range = useSignal<TimeRange>(lastHours(gatewayClock.now(), DEFAULT_HOURS));
  const filter = useSignal<AlertFilter>({
    deviceId: '',
    groupId: '',
    name: '',
    notified: 'any',
    acknowledged: 'any',
  });
  const { result, reload } = useAlerts(filter.value.deviceId, range.value);
  const statusOf = useNotificationStatus(filter.value.deviceId);
  const all = result?.ok === true ? result.value.records : [];
  const { groups, membersOf } = useGroups();
  const members = membersOf(filter.value.groupId);
  const found = all.filter(
    (alert) => members?.has(alert.deviceId) !== false && matchesFilter(alert, statusOf(alert).status, filter.value),
  );
  const isTruncated = found.length > MAX_ROWS || (result?.ok === true && result.value.isTruncated);
  return (
    <div class="page">
      <PageHead title={title}>
        <p class="muted" role="status">
          {result === undefined ? tCommon('loading') : t('count', { count: found.length })}
        </p>
      </PageHead>
      <RangePicker
        range={range.value}
        hours={DEFAULT_HOURS}
        onChange={(chosen) => {
          range.value = chosen;
        }}
      />
      <AlertFilters
        filter={filter.value}
        groups={groups}
        names={[...new Set(all.flatMap(({ alerts }) => alerts))]}
        onChange={(chosen) => {
          filter.value = chosen;
        }}
      />
      {result?.ok === false ? <FailureNote failure={result} onRetry={reload} /> : null}
      {isTruncated ? <p class="notice">{t('truncated')}</p> : null}
      {result?.ok === true && all.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {all.length > 0 && found.length === 0 ? <StateNote title={t('nothing')}>{t('nothingHint')}</StateNote> : null}
      {found.length > 0 ? <AlertTable alerts={found.slice(0, MAX_ROWS)} statusOf={statusOf} /> : null}
    </div>
  );
}
