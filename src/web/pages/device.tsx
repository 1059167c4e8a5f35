import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TimeRange } from '../api/time-range.js';
import { displayName, type DeviceState } from '../live/device-state.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { hasPrivilege } from '../session/has-privilege.js';
import { FreshnessBadge } from '../components/freshness-badge.js';
import { ChangesLink } from '../shell/changes-link.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { ToggleButton } from '../components/toggle-button.js';
import { deviceFormText } from '../device-form/device-form.text.js';
import { commonText } from '../text/common.js';
import { AlertList } from './device/alert-list.js';
import { CommandCard } from './device/command-card.js';
import { DetailsCard } from './device/details-card.js';
import { deviceText } from './device/device.text.js';
import { Facts } from './device/facts.js';
import { LimitsForm } from './device/limits-form.js';
import { MessageList } from './device/message-list.js';
import { lastHours, RangePicker } from './device/range-picker.js';
import { Track } from './device/track.js';
import type { PageProps } from './page.js';

/** One device: position, track, alerts, messages and limits. */
export function DevicePage({ params: { deviceId = '' } }: PageProps): JSX.Element {
  const { live } = useApp();
  const t = useText(deviceText);
  const tCommon = useText(commonText);
  // A device may appear while its page is open, for example after an adoption on another page.
  const isListed = live.ids.value.includes(deviceId);
  const deviceState = isListed ? live.get(deviceId) : undefined;
  if (deviceState !== undefined) return <KnownDevice deviceState={deviceState} />;
  return (
    <div class="page">
      <PageHead title={deviceId} />
      {live.loaded.value ? (
        <StateNote title={t('notFound', { id: deviceId })} action={<a href={linkTo('/devices')}>{t('all')}</a>}>
          {t('notFoundHint')}
        </StateNote>
      ) : (
        <p class="muted" role="status">
          {tCommon('loading')}
        </p>
      )}
    </div>
  );
}

function KnownDevice({ deviceState }: { readonly deviceState: ReadonlySignal<DeviceState> }): JSX.Element {
  const { session, gatewayClock } = useApp();
  const t = useText(deviceText);
  const tForm = useText(deviceFormText);
  const range = useSignal<TimeRange>(lastHours(gatewayClock.now(), 1));
  const editing = useSignal(false);
  const opened = useSignal(false);
  if (editing.value && !opened.peek()) opened.value = true;
  const { id, device } = deviceState.value;
  const state = session.state.value;
  const canChange = state.is === 'in' && hasPrivilege(state.user, 'devices:write');
  const isDisplay = state.is === 'in' && state.isDisplay;
  const canCommand = state.is === 'in' && hasPrivilege(state.user, 'commands');
  return (
    <div class="page">
      <a class="small" href={linkTo('/devices')}>
        {t('all')}
      </a>
      <PageHead title={displayName(deviceState.value)}>
        <div class="device-title">
          <span class="muted">{id}</span>
          <FreshnessBadge of={deviceState} />
          {canChange ? <ToggleButton label={tForm('edit')} open={editing} /> : null}
          <ChangesLink subject={id} />
        </div>
      </PageHead>
      <Facts deviceState={deviceState} />
      {/* Once open it stays, so that closing it loses nothing typed. */}
      {device !== undefined && opened.value ? (
        <div hidden={!editing.value}>
          <DetailsCard key={id} device={device} />
        </div>
      ) : null}
      <section class="card card-stack" aria-labelledby="track-title">
        <h2 id="track-title">{t('track')}</h2>
        <RangePicker
          days
          range={range.value}
          onChange={(chosen) => {
            range.value = chosen;
          }}
        />
        <Track deviceId={id} range={range.value} />
      </section>
      <div class="device-columns">
        {device === undefined ? null : <LimitsForm key={`limits ${id}`} device={device} canChange={canChange} />}
        {canCommand ? <CommandCard deviceId={id} /> : null}
        <AlertList deviceId={id} range={range.value} />
        {isDisplay ? null : <MessageList deviceId={id} />}
      </div>
    </div>
  );
}
