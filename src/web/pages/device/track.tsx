import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Location } from '../../../schema/records/location.js';
import { readRange, type TimeRange } from '../../api/time-range.js';
import { useFetch } from '../../api/use-fetch.js';
import { EMPTY_ARCHIVE_STATE } from '../../map/archive/archive-state.js';
import { MapContainer } from '../../map/map-container.js';
import { createTrackMap, type TrackMap } from '../../map/track-map.js';
import { useApp, useText } from '../../app-context.js';
import { LoadNote } from '../../components/load-note.js';
import { StateNote } from '../../components/state-note.js';
import { deviceText } from './device.text.js';
import { Exports } from './exports.js';
import { Plots } from './plots.js';

export type TrackProps = { readonly deviceId: string; readonly range: TimeRange };

/** The track of a range as a map, plots and exports. */
export function Track({ deviceId, range }: TrackProps): JSX.Element {
  const { api } = useApp();
  const t = useText(deviceText);
  const { result, busy, reload } = useFetch(
    () => readRange<Location>(api, { deviceId, kind: 'locations', range }),
    [deviceId, range],
  );
  const found = result.value;
  if (found?.ok !== true) return <LoadNote result={found} onRetry={reload} />;
  const { records, isTruncated } = found.value;
  return (
    <div class="stack" aria-busy={busy.value}>
      <p class="muted" role="status">
        {isTruncated ? t('truncated', { count: records.length }) : t('positionCount', { count: records.length })}
      </p>
      {records.length === 0 ? (
        <StateNote title={t('empty')}>{t('emptyHint')}</StateNote>
      ) : (
        <>
          <TrackOnMap locations={records} />
          <Plots locations={records} />
          <Exports deviceId={deviceId} range={range} />
        </>
      )}
    </div>
  );
}

function TrackOnMap({ locations }: { readonly locations: readonly Location[] }): JSX.Element {
  const app = useApp();
  const t = useText(deviceText);
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<TrackMap | undefined>(undefined);
  const archive = useSignal(EMPTY_ARCHIVE_STATE);
  useEffect(() => {
    if (element.current === null) return;
    const trackMap = createTrackMap({
      ...app,
      element: element.current,
      onArchive(state) {
        archive.value = state;
      },
    });
    map.current = trackMap;
    return () => {
      trackMap.remove();
    };
  }, []);
  useEffect(() => {
    map.current?.show(locations);
  }, [locations]);
  return <MapContainer element={element} label={t('trackMap')} archive={archive.value} />;
}
