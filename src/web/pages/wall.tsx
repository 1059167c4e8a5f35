import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TimeRange } from '../api/time-range.js';
import { SoundSwitch } from '../attention/sound-switch.js';
import { useApp, useText } from '../app-context.js';
import { Icon } from '../components/icon.js';
import { useInterval } from '../live/hooks.js';
import { linkTo } from '../routing/match.js';
import { FeedNote } from '../shell/feed-note.js';
import { PageHead } from '../shell/page-head.js';
import { lastHours } from './device/range-picker.js';
import { MapPage } from './map.js';
import { HomeFilter, type HomePlace } from './map/home-filter.js';
import { useFullScreen } from './wall/use-full-screen.js';
import { WallAlerts } from './wall/wall-alerts.js';
import { wallText } from './wall/wall.text.js';

const ALERT_HOURS = 24;
/** Alerts older than a day leave the screen this often. */
const RENEW_MS = 600_000;

/** A wall screen: map and alerts in full screen, without navigation. */
export function WallPage(): JSX.Element {
  const { session, live, gatewayClock } = useApp();
  const t = useText(wallText);
  const range = useSignal<TimeRange>(lastHours(gatewayClock.now(), ALERT_HOURS));
  useInterval(RENEW_MS, () => {
    range.value = lastHours(gatewayClock.now(), ALERT_HOURS);
  });
  const place = useSignal<HomePlace>('any');
  const fullScreen = useFullScreen();
  const state = session.state.value;
  const isDisplay = state.is === 'in' && state.isDisplay;
  return (
    <div class="wall">
      <section class="wall-map" aria-label={t('map')}>
        <MapPage place={place} />
      </section>
      <section class="wall-side" aria-labelledby="wall-alerts">
        <div class="wall-head">
          <PageHead title={state.is === 'in' && isDisplay ? state.user.name : t('title')} />
          <FeedNote />
        </div>
        <HomeFilter place={place} />
        <h2 id="wall-alerts">{t('alerts')}</h2>
        {live.loaded.value ? <WallAlerts range={range.value} /> : null}
        <SoundSwitch />
        <div class="actions">
          {fullScreen.isOffered ? (
            <button type="button" class="quiet" onClick={fullScreen.toggle}>
              <Icon name="fit" />
              {t(fullScreen.isOn.value ? 'leaveFullScreen' : 'fullScreen')}
            </button>
          ) : null}
          <a class="button quiet" href={linkTo(isDisplay ? '/devices' : '/displays')}>
            {t(isDisplay ? 'devices' : 'leave')}
          </a>
        </div>
      </section>
    </div>
  );
}
