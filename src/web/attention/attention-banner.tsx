import type { JSX } from 'preact';
import type { DeviceAlertView } from '../../schema/records/alert.js';
import { useApp, useText } from '../app-context.js';
import { useAlertText } from '../components/alert-text.js';
import { Age } from '../components/timestamp.js';
import { Icon } from '../components/icon.js';
import { useDeviceName } from '../live/device-name.js';
import { linkTo } from '../routing/match.js';
import { AcknowledgeForm } from './acknowledge-form.js';
import { attentionText } from './attention.text.js';
import { canAcknowledge } from './can-acknowledge.js';
import { groupAlerts, type AlertGroup } from './group-alerts.js';

/** More would leave no room for the page. */
const MAX_SHOWN = 3;

/** The unacknowledged alerts that need a person, on every page. */
export function AttentionBanner(): JSX.Element | null {
  const { attention } = useApp();
  const t = useText(attentionText);
  const alerts = attention.alerts.value;
  const groups = groupAlerts(alerts);
  const shown = groups.slice(0, MAX_SHOWN);
  const rest = alerts.length - shown.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <>
      <NewestAlert alert={alerts[0]} />
      {groups.length === 0 ? null : (
        <section class="attention" aria-label={t('title')}>
          <ul>
            {shown.map((group) => (
              <AttentionRow key={group.ids.at(-1)} group={group} />
            ))}
          </ul>
          {rest === 0 && !attention.hasMore.value ? null : (
            <a href={linkTo('/alerts/unacknowledged')}>
              {t(attention.hasMore.value ? 'moreThan' : 'more', { count: rest })}
            </a>
          )}
        </section>
      )}
    </>
  );
}

/** Announced once for each alert; the ages of the banner would be announced every second. */
function NewestAlert({ alert }: { readonly alert: DeviceAlertView | undefined }): JSX.Element {
  const t = useText(attentionText);
  const nameOf = useDeviceName();
  return (
    <p class="visually-hidden" role="alert">
      {alert === undefined ? '' : t('raised', { name: alert.alerts.join(', '), device: nameOf(alert.deviceId) })}
    </p>
  );
}

function AttentionRow({ group: { newest, ids } }: { readonly group: AlertGroup }): JSX.Element {
  const { session } = useApp();
  const t = useText(attentionText);
  const device = useDeviceName()(newest.deviceId);
  const name = newest.alerts.join(', ');
  const text = useAlertText()(newest);
  return (
    <li>
      <Icon name="alerts" />
      <div class="attention-what">
        <strong>{name}</strong>
        <a href={linkTo('/devices/:deviceId', { deviceId: newest.deviceId })}>{device}</a>
        <span>
          {ids.length > 1 ? `${t('times', { count: ids.length })} ` : null}
          <Age at={Date.parse(newest.dateTime)} />
        </span>
        <PositionLink alert={newest} device={device} />
        {text === undefined ? null : (
          <span class="attention-text" title={text}>
            {text}
          </span>
        )}
      </div>
      {canAcknowledge(session.state.value) ? <AcknowledgeForm ids={ids} name={name} device={device} /> : null}
    </li>
  );
}

/** Opens the map at the device, a wall screen its own one: where it is now matters more than where it was. */
function PositionLink({ alert, device }: { readonly alert: DeviceAlertView; readonly device: string }): JSX.Element {
  const { live, mapTarget, path } = useApp();
  const t = useText(attentionText);
  const last = live.get(alert.deviceId)?.value.lastLocation;
  const { latitude, longitude } = last ?? alert;
  if (latitude === undefined || longitude === undefined) return <span>{t('noPosition')}</span>;
  return (
    <a
      href={linkTo(path.value === '/wall' ? '/wall' : '/map')}
      title={t('position', { device })}
      onClick={() => {
        mapTarget.value = alert.deviceId;
      }}
    >
      {latitude.toFixed(5)}, {longitude.toFixed(5)}
    </a>
  );
}
