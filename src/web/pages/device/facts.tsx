import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { formatCoordinates, formatSpeed } from '../../format/quantity.js';
import type { DeviceState } from '../../live/device-state.js';
import { useApp, useText } from '../../app-context.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { deviceText } from './device.text.js';

/** The current values of a device. */
export function Facts({ deviceState }: { readonly deviceState: ReadonlySignal<DeviceState> }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(deviceText);
  const { device, lastLocation, lastSeenAt } = deviceState.value;
  const source = device?.source ?? null;
  const facts: [string, ComponentChildren][] = [
    [
      t('lastSeen'),
      <>
        <Age at={lastSeenAt} />
        {lastSeenAt === undefined ? null : (
          <div class="small muted">
            <Timestamp at={lastSeenAt} />
          </div>
        )}
      </>,
    ],
    [
      t('position'),
      lastLocation === undefined ? t('noPosition') : formatCoordinates(lastLocation.latitude, lastLocation.longitude),
    ],
    [
      t('speed'),
      lastLocation?.speed === undefined
        ? '–'
        : formatSpeed(lastLocation.speed, preferences.language.value, preferences.units.value),
    ],
    [t('battery'), lastLocation?.battery === undefined ? '–' : `${lastLocation.battery} %`],
    sourceFact(),
    ...(device === undefined || device.min === '' ? [] : [[t('telephone'), device.min] as [string, string]]),
    ...(device === undefined || device.description === '' ? [] : [[t('note'), device.description] as [string, string]]),
  ];

  function sourceFact(): [string, string] {
    if (source === null) return [t('receivedOn'), '–'];
    if (source.gateway !== undefined) return [t('received'), t('fromGateway', { gateway: source.gateway })];
    if (source.port !== undefined) return [t('receivedOn'), `${source.port} · ${source.protocol}`];
    return [t('received'), source.protocol === 'http' ? t('overHttp') : source.protocol];
  }

  return (
    <dl class="facts card">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
