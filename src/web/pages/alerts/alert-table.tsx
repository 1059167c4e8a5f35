import type { JSX } from 'preact';
import type { DeviceAlertView } from '../../../schema/alert.js';
import { useText } from '../../parts.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Instant } from '../../shell/when.js';
import { alertsText } from '../alerts.text.js';

/** One row an alert, in the order given. */
export function AlertTable({ alerts }: { readonly alerts: readonly DeviceAlertView[] }): JSX.Element {
  const say = useText(alertsText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('name')}</th>
          <th scope="col">{say('device')}</th>
          <th scope="col">{say('when')}</th>
          <th scope="col">{say('told')}</th>
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
  const say = useText(alertsText);
  const { deviceId, alerts, text, dateTime, email, sms, restamped } = alert;
  const ways = [...(email ? [say('byEmail')] : []), ...(sms ? [say('bySms')] : [])];
  return (
    <tr>
      <th scope="row">
        {alerts.join(', ')}
        {text === undefined || text === '' ? null : <span class="muted small">{text}</span>}
      </th>
      <td data-label={say('device')}>
        <DeviceLink deviceId={deviceId} />
      </td>
      <td data-label={say('when')}>
        <div>
          <Instant at={Date.parse(dateTime)} />
          {restamped === true ? <span class="muted small">{say('restamped')}</span> : null}
        </div>
      </td>
      <td data-label={say('told')}>
        {ways.length === 0 ? <span class="muted">{say('nobody')}</span> : ways.join(', ')}
      </td>
    </tr>
  );
}
