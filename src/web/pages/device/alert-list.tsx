import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AlertView, DeviceAlertView } from '../../../schema/records/alert.js';
import { readRange, type TimeRange } from '../../api/time-range.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { useAlertText } from '../../components/alert-text.js';
import { Acknowledgement } from '../../attention/acknowledgement.js';
import { LoadNote } from '../../components/load-note.js';
import { Timestamp } from '../../components/timestamp.js';
import { RaisedBy, useRuleNames, type RuleNames } from '../alert-rules/raised-by.js';
import { CLOCK_TOLERANCE_MS } from '../alerts/use-alerts.js';
import { NotificationBadge } from '../alerts/notification-badge.js';
import type { NotificationSummary } from '../alerts/notification-status.js';
import { useNotificationStatus } from '../alerts/use-notification-status.js';
import { deviceText } from './device.text.js';

const MAX_LISTED = 100;

/** The alerts of the range, newest first; read again when an alert arrives. */
export function AlertList({ deviceId, range }: { readonly deviceId: string; readonly range: TimeRange }): JSX.Element {
  const { api, feed, gatewayClock } = useApp();
  const t = useText(deviceText);
  const statusOf = useNotificationStatus(deviceId);
  const { result, reload } = useFetch(() => {
    const to = range.isOpenEnded === true ? gatewayClock.now() + CLOCK_TOLERANCE_MS : range.to;
    return readRange<AlertView>(api, { deviceId, kind: 'alerts', range: { ...range, to } });
  }, [deviceId, range]);
  useEffect(
    () =>
      feed.on('alert', (event) => {
        if (event.deviceId === deviceId) reload();
      }),
    [deviceId],
  );
  const found = result.value;
  const ruleNames = useRuleNames(found?.ok === true ? found.value.records : []);
  return (
    <section class="card card-stack" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{t('alerts')}</h2>
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && found.value.records.length === 0 ? <p class="muted">{t('noAlerts')}</p> : null}
      {found?.ok === true && found.value.records.length > 0 ? (
        <ul class="plain-list">
          {found.value.records
            .slice(-MAX_LISTED)
            .reverse()
            .map((alert) => (
              <AlertItem
                key={alert.id}
                alert={{ ...alert, deviceId }}
                summary={statusOf({ ...alert, deviceId })}
                ruleNames={ruleNames}
              />
            ))}
        </ul>
      ) : null}
    </section>
  );
}

type AlertItemProps = {
  readonly alert: DeviceAlertView;
  readonly summary: NotificationSummary;
  readonly ruleNames: RuleNames;
};

function AlertItem({ alert, summary, ruleNames }: AlertItemProps): JSX.Element {
  const { alerts, dateTime, rule } = alert;
  const text = useAlertText()(alert);
  return (
    <li>
      <span class="line">
        <strong>{alerts.join(', ')}</strong>
        <NotificationBadge {...summary} />
      </span>
      <span class="small muted">
        <Timestamp at={Date.parse(dateTime)} />
      </span>
      {text === undefined ? null : <span>{text}</span>}
      <RaisedBy rule={rule} names={ruleNames} />
      <Acknowledgement alert={alert} />
    </li>
  );
}
