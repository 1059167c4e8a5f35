import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CHANNEL_NAMES, CHANNELS } from '../../../schema/channels.js';
import { useProgressiveRows } from '../../components/use-progressive-rows.js';
import { displayName, type DeviceState } from '../../live/device-state.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { FreshnessBadge } from '../../components/freshness-badge.js';
import { UsageBar } from '../../components/usage-bar.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { commonText } from '../../text/common.js';
import { devicesText } from './devices.text.js';

/** One row per device, with the usage of its daily limits. */
export function DeviceTable({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  const { live } = useApp();
  const t = useText(devicesText);
  const tCommon = useText(commonText);
  const labelsOf = useChannelLabels();
  const count = useProgressiveRows(ids.length);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('lastSeen')}</th>
          <th scope="col">{t('port')}</th>
          {CHANNEL_NAMES.map((channel) => (
            <th key={channel} scope="col">
              {tCommon('sentToday', { messages: capitalize(labelsOf(channel).plural) })}
            </th>
          ))}
          <th scope="col">{t('expires')}</th>
        </tr>
      </thead>
      <tbody>
        {ids.slice(0, count).map((id) => {
          const deviceState = live.get(id);
          return deviceState === undefined ? null : <DeviceRow key={id} deviceState={deviceState} />;
        })}
      </tbody>
    </table>
  );
}

function DeviceRow({ deviceState }: { readonly deviceState: ReadonlySignal<DeviceState> }): JSX.Element | null {
  const t = useText(devicesText);
  const tCommon = useText(commonText);
  const labelsOf = useChannelLabels();
  // Computed values spare the row a new render for each fix of a moving device.
  const device = useComputed(() => deviceState.value.device).value;
  const lastSeenAt = useComputed(() => deviceState.value.lastSeenAt).value;
  if (device === undefined) return null;
  const { id, limits, usage, source, expires } = device;
  return (
    <tr>
      <th scope="row">
        <a href={linkTo('/devices/:deviceId', { deviceId: id })}>{displayName({ id, device })}</a>
        {displayName({ id, device }) === id ? null : <span class="muted small">{id}</span>}
      </th>
      <td data-label={t('state')}>
        <FreshnessBadge of={deviceState} />
      </td>
      <td data-label={t('lastSeen')}>
        <Age at={lastSeenAt} />
      </td>
      <td data-label={t('port')}>{source === null ? '–' : <Source port={source.port} protocol={source.protocol} />}</td>
      {CHANNEL_NAMES.map((channel) => {
        const { usageField, limitField } = CHANNELS[channel];
        const label = tCommon('sentToday', { messages: capitalize(labelsOf(channel).plural) });
        return (
          <td key={channel} data-label={label}>
            <UsageBar label={label} used={usage[usageField]} limit={limits[limitField]} />
          </td>
        );
      })}
      <td data-label={t('expires')}>
        {expires === null ? <span class="muted">{t('notTemporary')}</span> : <Timestamp at={Date.parse(expires)} />}
      </td>
    </tr>
  );
}

function Source({ port, protocol }: { readonly port: string | undefined; readonly protocol: string }): JSX.Element {
  const t = useText(devicesText);
  return (
    <div>
      <span class="port">{port ?? t('http')}</span>
      <span class="muted small">{protocol}</span>
    </div>
  );
}
