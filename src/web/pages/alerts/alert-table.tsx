import type { JSX } from 'preact';
import type { DeviceAlertView } from '../../../schema/records/alert.js';
import { useText } from '../../app-context.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Timestamp } from '../../components/timestamp.js';
import { alertsText } from './alerts.text.js';
import { NotificationBadge } from './notification-badge.js';
import type { NotificationSummary } from './notification-status.js';

export type AlertTableProps = {
  readonly alerts: readonly DeviceAlertView[];
  readonly statusOf: (alert: DeviceAlertView) => NotificationSummary;
};

/** One row per alert, in the order given. */
export function AlertTable({ alerts, statusOf }: AlertTableProps): JSX.Element {
  const t = useText(alertsText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('device')}</th>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('isNotified')}</th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} summary={statusOf(alert)} />
        ))}
      </tbody>
    </table>
  );
}

type AlertRowProps = { readonly alert: DeviceAlertView; readonly summary: NotificationSummary };

function AlertRow({ alert, summary }: AlertRowProps): JSX.Element {
  const t = useText(alertsText);
  const { deviceId, alerts, text, dateTime, restamped } = alert;
  return (
    <tr>
      <th scope="row">
        {alerts.join(', ')}
        {text === undefined || text === '' ? null : <span class="muted small">{text}</span>}
      </th>
      <td data-label={t('device')}>
        <DeviceLink deviceId={deviceId} />
      </td>
      <td data-label={t('time')}>
        <div>
          <Timestamp at={Date.parse(dateTime)} />
          {restamped === true ? <span class="muted small">{t('restamped')}</span> : null}
        </div>
      </td>
      <td data-label={t('isNotified')}>
        <NotificationBadge {...summary} />
      </td>
    </tr>
  );
}
