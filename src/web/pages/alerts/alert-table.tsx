import type { JSX } from 'preact';
import type { DeviceAlertView } from '../../../schema/records/alert.js';
import { useText } from '../../app-context.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Timestamp } from '../../components/timestamp.js';
import { alertsText } from './alerts.text.js';

/** One row an alert, in the order given. */
export function AlertTable({ alerts }: { readonly alerts: readonly DeviceAlertView[] }): JSX.Element {
  const t = useText(alertsText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('device')}</th>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('told')}</th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </tbody>
    </table>
  );
}

function AlertRow({ alert }: { readonly alert: DeviceAlertView }): JSX.Element {
  const t = useText(alertsText);
  const { deviceId, alerts, text, dateTime, email, sms, restamped } = alert;
  const channelNames = [...(email ? [t('byEmail')] : []), ...(sms ? [t('bySms')] : [])];
  return (
    <tr>
      <th scope="row">
        {alerts.join(', ')}
        {text === undefined || text === '' ? null : <span class="muted small">{text}</span>}
      </th>
      <td data-label={t('device')}>
        <DeviceLink deviceId={deviceId} />
      </td>
      <td data-label={t('when')}>
        <div>
          <Timestamp at={Date.parse(dateTime)} />
          {restamped === true ? <span class="muted small">{t('restamped')}</span> : null}
        </div>
      </td>
      <td data-label={t('told')}>
        {channelNames.length === 0 ? <span class="muted">{t('nobody')}</span> : channelNames.join(', ')}
      </td>
    </tr>
  );
}
