import { useSignal, useSignalEffect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { loadTrails } from '../live/load-trails.js';
import { EMPTY_ARCHIVE_STATE } from '../map/archive/archive-state.js';
import { createLiveMap, type LiveMap } from '../map/live-map.js';
import { MapContainer } from '../map/map-container.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { AdoptNote } from '../components/adopt-note.js';
import { Icon } from '../components/icon.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { DeviceCard } from './map/device-card.js';
import type { HomePlace } from './map/home-filter.js';
import { MapFilters, useFilteredIds, useMapFilter } from './map/map-filter.js';
import { MapList } from './map/map-list.js';
import { mapText } from './map/map.text.js';
import type { PageProps } from './page.js';

export type MapPageProps = Partial<PageProps> & {
  /** the choice by the home zone, where another page shows it */
  readonly place?: Signal<HomePlace>;
};

/** The current positions of all devices, with short trails. */
export function MapPage({ place }: MapPageProps): JSX.Element {
  const app = useApp();
  const { live } = app;
  const t = useText(mapText);
  const title = useText(navigationText)('map');
  const element = useRef<HTMLDivElement>(null);
  const map = useSignal<LiveMap | undefined>(undefined);
  const archive = useSignal(EMPTY_ARCHIVE_STATE);

  const selected = useSignal<string | undefined>(undefined);
  const filter = useMapFilter(place);
  const ids = useFilteredIds(filter);

  function select(id: string | undefined): void {
    selected.value = id;
    map.peek()?.select(id);
  }
  useEffect(() => {
    if (element.current === null) return;
    const liveMap = createLiveMap({
      ...app,
      element: element.current,
      onArchive(state) {
        archive.value = state;
      },
      onSelect: select,
    });
    map.value = liveMap;
    return () => {
      liveMap.remove();
    };
  }, []);
  useEffect(() => {
    map.value?.showOnly(ids === live.ids.peek() ? undefined : new Set(ids));
  }, [map.value, ids]);
  useFirstView(map);
  useMapTarget(map);
  useRecentTrails();

  const chosen = selected.value === undefined ? undefined : live.get(selected.value);
  return (
    <div class="map-page">
      <section class="map-side" aria-label={t('list')}>
        <PageHead title={title}>
          <button type="button" class="quiet" onClick={() => map.value?.showAll()}>
            <Icon name="fit" />
            {t('showAll')}
          </button>
        </PageHead>
        <AdoptNote />
        {live.ids.value.length === 0 ? null : <MapFilters {...filter} />}
        <MapList
          ids={ids}
          selected={selected}
          onHighlight={(id) => map.value?.highlight(id)}
          onShow={(id) => {
            map.value?.show(id);
            select(id);
          }}
        />
      </section>
      <MapContainer element={element} label={t('map')} archive={archive.value}>
        {chosen === undefined ? null : (
          <DeviceCard
            key={selected.value}
            deviceState={chosen}
            onClose={() => {
              select(undefined);
            }}
          />
        )}
        {archive.value.isMissing === true ? <StreetsHint /> : null}
      </MapContainer>
    </div>
  );
}

/** Where a map archive is uploaded. */
const UPLOAD_PATH = '/maintenance';

/** How to get streets, for users who may add them. */
function StreetsHint(): JSX.Element | null {
  const { canOpen } = useApp();
  const t = useText(mapText);
  if (!canOpen(UPLOAD_PATH)) return null;
  return (
    <p class="map-hint">
      {t('noStreets')} <a href={linkTo(UPLOAD_PATH)}>{t('addStreets')}</a>
    </p>
  );
}

/** Shows all devices once, as soon as their positions are known; after that only the user moves the map. */
function useFirstView(map: ReadonlySignal<LiveMap | undefined>): void {
  const { live, mapView } = useApp();
  const done = useRef(mapView.current !== undefined);
  useSignalEffect(() => {
    if (!done.current && live.loaded.value && live.version.value > 0 && map.value?.showAll() === true)
      done.current = true;
  });
}

/** Shows the device that a link to the map names. */
function useMapTarget(map: ReadonlySignal<LiveMap | undefined>): void {
  const { live, mapTarget } = useApp();
  useSignalEffect(() => {
    const deviceId = mapTarget.value;
    if (deviceId === undefined || map.value === undefined || !live.loaded.value) return;
    map.value.show(deviceId);
    mapTarget.value = undefined;
  });
}

function useRecentTrails(): void {
  const { api, live } = useApp();
  const isReady = live.loaded.value && live.ids.value.length > 0;
  useEffect(() => {
    if (!isReady) return;
    let disposed = false;
    void loadTrails(api, live, () => disposed);
    return () => {
      disposed = true;
    };
  }, [isReady]);
}
