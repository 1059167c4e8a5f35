import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { loadTrails } from '../live/load-trails.js';
import { EMPTY_ARCHIVE_STATE } from '../map/archive/archive-state.js';
import { createLiveMap, type LiveMap } from '../map/live-map.js';
import { MapContainer } from '../map/map-container.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { Icon } from '../components/icon.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { MapList } from './map/map-list.js';
import { mapText } from './map/map.text.js';

/** Where everything is, now and in the last minutes. */
export function MapPage(): JSX.Element {
  const app = useApp();
  const { live } = app;
  const t = useText(mapText);
  const title = useText(navigationText)('map');
  const element = useRef<HTMLDivElement>(null);
  const map = useSignal<LiveMap | undefined>(undefined);
  const archive = useSignal(EMPTY_ARCHIVE_STATE);

  useEffect(() => {
    if (element.current === null) return;
    const liveMap = createLiveMap({
      ...app,
      element: element.current,
      onArchive(state) {
        archive.value = state;
      },
      onSelect(deviceId) {
        location.hash = linkTo('/devices/:deviceId', { deviceId });
      },
    });
    map.value = liveMap;
    return () => {
      liveMap.remove();
    };
  }, []);
  useFirstView(map.value);
  useRecentTrails();

  return (
    <div class="map-page">
      <section class="map-side" aria-label={t('listOf')}>
        <PageHead title={title}>
          <button type="button" class="quiet" onClick={() => map.value?.showAll()}>
            <Icon name="fit" />
            {t('showAll')}
          </button>
        </PageHead>
        <MapList
          ids={live.ids.value}
          onHighlight={(id) => map.value?.highlight(id)}
          onShow={(id) => map.value?.show(id)}
        />
      </section>
      <MapContainer element={element} label={t('mapOf')} archive={archive.value} />
    </div>
  );
}

/** All devices are brought into view once, when their places are known; from then on the view is the viewer's. */
function useFirstView(map: LiveMap | undefined): void {
  const { live, mapView } = useApp();
  const done = useRef(mapView.current !== undefined);
  useSignalEffect(() => {
    if (!done.current && live.loaded.value && live.version.value > 0 && map?.showAll() === true) done.current = true;
  });
}

function useRecentTrails(): void {
  const { api, live, gatewayClock } = useApp();
  const isReady = live.loaded.value && live.ids.value.length > 0;
  useEffect(() => {
    if (!isReady) return;
    let disposed = false;
    void loadTrails(api, live, { now: gatewayClock.now(), isOver: () => disposed });
    return () => {
      disposed = true;
    };
  }, [isReady]);
}
