import type { JSX } from 'preact';
import type { DeviceAlertView } from '../../../schema/records/alert.js';
import { useText } from '../../app-context.js';
import { useAlertText } from '../../components/alert-text.js';
import { useDeviceName } from '../../live/device-name.js';
import { Acknowledgement } from '../../attention/acknowledgement.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Timestamp } from '../../components/timestamp.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { descending, useSorting } from '../../table/use-sorting.js';
import { RaisedBy, useRuleNames, type RuleNames } from '../alert-rules/raised-by.js';
import { alertsText } from './alerts.text.js';
import { NotificationBadge } from './notification-badge.js';
import type { NotificationSummary } from './notification-status.js';

export type AlertTableProps = {
  readonly alerts: readonly DeviceAlertView[];
  readonly statusOf: (alert: DeviceAlertView) => NotificationSummary;
};

/** One row per alert, the newest first. */
export function AlertTable({ alerts, statusOf }: AlertTableProps): JSX.Element {
  const t = useText(alertsText);
  const nameOfDevice = useDeviceName();
  const values: SortValues<DeviceAlertView> = {
    name: ({ alerts: names }) => names.join(', '),
    device: ({ deviceId }) => nameOfDevice(deviceId),
    time: ({ dateTime }) => Date.parse(dateTime),
    isNotified: (alert) => statusOf(alert).status,
    acknowledged: ({ acknowledged }) => (acknowledged === null ? undefined : Date.parse(acknowledged.at)),
  };
  const ruleNames = useRuleNames(alerts);
  const { rows, ...sorting } = useSorting(alerts, values, descending('time'));
  return (
    <table class="rows">
      <TableHead
        sorting={sorting}
        columns={[
          { name: 'name', label: t('name') },
          { name: 'device', label: t('device') },
          { name: 'time', label: t('time') },
          { name: 'isNotified', label: t('isNotified') },
          { name: 'acknowledged', label: t('acknowledged') },
        ]}
      />
      <tbody>
        {rows.map((alert) => (
          <AlertRow key={alert.id} alert={alert} summary={statusOf(alert)} ruleNames={ruleNames} />
        ))}
      </tbody>
    </table>
  );
}

type AlertRowProps = {
  readonly alert: DeviceAlertView;
  readonly summary: NotificationSummary;
  readonly ruleNames: RuleNames;
};

function AlertRow({ alert, summary, ruleNames }: AlertRowProps): JSX.Element {
  const t = useText(alertsText);
  const text = useAlertText()(alert);
  const { deviceId, alerts, dateTime, restamped, rule } = alert;
  return (
    <tr>
      <th scope="row">
        {alerts.join(', ')}
        {text === undefined ? null : <span class="muted small">{text}</span>}
        <RaisedBy rule={rule} names={ruleNames} />
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
      <td data-label={t('acknowledged')}>
        <Acknowledgement alert={alert} />
      </td>
    </tr>
  );
}
