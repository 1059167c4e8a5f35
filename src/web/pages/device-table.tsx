import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useGrowing } from '../growing.js';
import { nameOf, type Tracked } from '../live/tracked.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { FreshnessBadge } from '../shell/freshness-badge.js';
import { UsageBar } from '../shell/usage-bar.js';
import { Age, Instant } from '../shell/when.js';
import { commonText } from '../text/common.js';
import { devicesText } from './devices.text.js';

/** One row a device: limits stand beside what was used of them. */
export function DeviceTable({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  const { live } = useParts();
  const say = useText(devicesText);
  const sayCommon = useText(commonText);
  const count = useGrowing(ids.length);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('name')}</th>
          <th scope="col">{say('state')}</th>
          <th scope="col">{say('heard')}</th>
          <th scope="col">{say('port')}</th>
          <th scope="col">{sayCommon('emailsToday')}</th>
          <th scope="col">{sayCommon('smsToday')}</th>
          <th scope="col">{say('expires')}</th>
        </tr>
      </thead>
      <tbody>
        {ids.slice(0, count).map((id) => {
          const tracked = live.of(id);
          return tracked === undefined ? null : <DeviceRow key={id} tracked={tracked} />;
        })}
      </tbody>
    </table>
  );
}

function DeviceRow({ tracked }: { readonly tracked: ReadonlySignal<Tracked> }): JSX.Element | null {
  const say = useText(devicesText);
  const sayCommon = useText(commonText);
  // A device that moves changes its position with every fix, and its row hardly ever.
  const device = useComputed(() => tracked.value.device).value;
  const heardAt = useComputed(() => tracked.value.heardAt).value;
  if (device === undefined) return null;
  const { id, limits, usage, source, expires } = device;
  return (
    <tr>
      <th scope="row">
        <a href={linkTo('/devices/:deviceId', { deviceId: id })}>{nameOf({ id, device })}</a>
        {nameOf({ id, device }) === id ? null : <span class="muted small">{id}</span>}
      </th>
      <td data-label={say('state')}>
        <FreshnessBadge of={tracked} />
      </td>
      <td data-label={say('heard')}>
        <Age at={heardAt} />
      </td>
      <td data-label={say('port')}>
        {source === null ? '–' : <Source port={source.port} protocol={source.protocol} />}
      </td>
      <td data-label={sayCommon('emailsToday')}>
        <UsageBar label={sayCommon('emailsToday')} used={usage.emails} limit={limits.dailyEmailLimit} />
      </td>
      <td data-label={sayCommon('smsToday')}>
        <UsageBar label={sayCommon('smsToday')} used={usage.sms} limit={limits.dailySmsLimit} />
      </td>
      <td data-label={say('expires')}>
        {expires === null ? <span class="muted">{say('notTemporary')}</span> : <Instant at={Date.parse(expires)} />}
      </td>
    </tr>
  );
}

function Source({ port, protocol }: { readonly port: string | undefined; readonly protocol: string }): JSX.Element {
  const say = useText(devicesText);
  return (
    <div>
      <span class="port">{port ?? say('http')}</span>
      <span class="muted small">{protocol}</span>
    </div>
  );
}
