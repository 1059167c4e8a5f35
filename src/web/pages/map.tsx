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

/** The current positions of all devices, with short trails. */
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
      <section class="map-side" aria-label={t('list')}>
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
      <MapContainer element={element} label={t('map')} archive={archive.value} />
    </div>
  );
}

/** Shows all devices once, as soon as their positions are known; after that only the user moves the map. */
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
