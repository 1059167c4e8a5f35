import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { readRecent } from '../live/recent.js';
import { nothingToSay } from '../map/archive/archive-state.js';
import { createLiveMap, type LiveMap } from '../map/live-map.js';
import { MapPlace } from '../map/map-place.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { Icon } from '../shell/icon.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { MapList } from './map-list.js';
import { mapText } from './map.text.js';

/** Where everything is, now and in the last minutes. */
export function MapPage(): JSX.Element {
  const parts = useParts();
  const { live } = parts;
  const say = useText(mapText);
  const title = useText(navigationText)('map');
  const element = useRef<HTMLDivElement>(null);
  const map = useSignal<LiveMap | undefined>(undefined);
  const archive = useSignal(nothingToSay);

  useEffect(() => {
    if (element.current === null) return;
    const made = createLiveMap({
      ...parts,
      element: element.current,
      onArchive(state) {
        archive.value = state;
      },
      onChosen(deviceId) {
        location.hash = linkTo('/devices/:deviceId', { deviceId });
      },
    });
    map.value = made;
    return () => {
      made.remove();
    };
  }, []);
  useFirstView(map.value);
  useRecentTrails();

  return (
    <div class="map-page">
      <section class="map-side" aria-label={say('listOf')}>
        <PageHead title={title}>
          <button type="button" class="quiet" onClick={() => map.value?.showAll()}>
            <Icon name="fit" />
            {say('showAll')}
          </button>
        </PageHead>
        <MapList ids={live.ids.value} onMark={(id) => map.value?.mark(id)} onShow={(id) => map.value?.show(id)} />
      </section>
      <MapPlace element={element} label={say('mapOf')} archive={archive.value} />
    </div>
  );
}

/** All devices are brought into view once, when their places are known; from then on the view is the viewer's. */
function useFirstView(map: LiveMap | undefined): void {
  const { live, mapView } = useParts();
  const done = useRef(mapView.current !== undefined);
  useSignalEffect(() => {
    if (!done.current && live.loaded.value && live.turn.value > 0 && map?.showAll() === true) done.current = true;
  });
}

function useRecentTrails(): void {
  const { api, live, depotClock } = useParts();
  const isReady = live.loaded.value && live.ids.value.length > 0;
  useEffect(() => {
    if (!isReady) return;
    let over = false;
    void readRecent(api, live, { now: depotClock.now(), isOver: () => over });
    return () => {
      over = true;
    };
  }, [isReady]);
}
