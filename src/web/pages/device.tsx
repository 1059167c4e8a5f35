import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Range } from '../api/range.js';
import { nameOf, type Tracked } from '../live/tracked.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { may } from '../session/may.js';
import { FreshnessBadge } from '../shell/freshness-badge.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { commonText } from '../text/common.js';
import { AlertList } from './device/alert-list.js';
import { deviceText } from './device/device.text.js';
import { Facts } from './device/facts.js';
import { LimitsForm } from './device/limits-form.js';
import { MessageList } from './device/message-list.js';
import { lastHours, RangePicker } from './device/range-picker.js';
import { Track } from './device/track.js';
import type { PageProps } from './page.js';

/** One device: where it is and was, what it has told, what it may send. */
export function DevicePage({ params: { deviceId = '' } }: PageProps): JSX.Element {
  const { live } = useParts();
  const say = useText(deviceText);
  const sayCommon = useText(commonText);
  // It may come while one waits for it, as after it has been adopted elsewhere.
  const isListed = live.ids.value.includes(deviceId);
  const tracked = isListed ? live.of(deviceId) : undefined;
  if (tracked !== undefined) return <Known tracked={tracked} />;
  return (
    <div class="page">
      <PageHead title={deviceId} />
      {live.loaded.value ? (
        <StateNote title={say('gone', { id: deviceId })} action={<a href={linkTo('/devices')}>{say('all')}</a>}>
          {say('goneHint')}
        </StateNote>
      ) : (
        <p class="muted" role="status">
          {sayCommon('loading')}
        </p>
      )}
    </div>
  );
}

function Known({ tracked }: { readonly tracked: ReadonlySignal<Tracked> }): JSX.Element {
  const { session, depotClock } = useParts();
  const say = useText(deviceText);
  const range = useSignal<Range>(lastHours(depotClock.now(), 1));
  const { id, device } = tracked.value;
  const state = session.state.value;
  const mayChange = state.is === 'in' && may(state.user, 'devices:write');
  return (
    <div class="page">
      <a class="small" href={linkTo('/devices')}>
        {say('all')}
      </a>
      <PageHead title={nameOf(tracked.value)}>
        <div class="device-title">
          <span class="muted">{id}</span>
          <FreshnessBadge of={tracked} />
        </div>
      </PageHead>
      <Facts tracked={tracked} />
      <div class="device-columns">
        <section class="card card-stack" aria-labelledby="track-title">
          <h2 id="track-title">{say('track')}</h2>
          <RangePicker
            range={range.value}
            onChange={(chosen) => {
              range.value = chosen;
            }}
          />
          <Track deviceId={id} range={range.value} />
        </section>
        <div class="stack">
          {device === undefined ? null : <LimitsForm device={device} mayChange={mayChange} />}
          <AlertList deviceId={id} range={range.value} />
          <MessageList deviceId={id} />
        </div>
      </div>
    </div>
  );
}
