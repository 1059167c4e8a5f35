import { computed, useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { EMPTY_ARCHIVE_STATE } from '../../map/archive/archive-state.js';
import { MapContainer } from '../../map/map-container.js';
import { gapAt, momentAt } from '../../map/track.js';
import { createTrackMap, type TrackMap } from '../../map/track-map.js';
import { deviceText } from '../device/device.text.js';
import { historyText } from './history.text.js';
import type { Playback } from './playback.js';
import type { TimelineRow } from './timeline.js';
import { useTimes } from './use-times.js';

export type TrackViewProps = {
  readonly playback: Playback;
  readonly rows: readonly TimelineRow[];
  /** for what moves the map from elsewhere on the page */
  readonly map: RefObject<TrackMap | null>;
};

/** The track, its stops and the moment of the replay on a map. */
export function TrackView({ playback, rows, map }: TrackViewProps): JSX.Element {
  const app = useApp();
  const t = useText(deviceText);
  const element = useRef<HTMLDivElement>(null);
  const archive = useSignal(EMPTY_ARCHIVE_STATE);
  const shown = useRef(playback);
  shown.current = playback;
  useEffect(() => {
    if (element.current === null) return;
    const trackMap = createTrackMap({
      ...app,
      element: element.current,
      onArchive(state) {
        archive.value = state;
      },
      onPick(at) {
        const { replay } = shown.current;
        replay.pause();
        replay.seek(at);
      },
    });
    map.current = trackMap;
    return () => {
      map.current = null;
      trackMap.remove();
    };
  }, []);
  useEffect(() => {
    const { track, replay } = playback;
    map.current?.show(track);
    return replay.moment.subscribe((at) => {
      map.current?.moveTo(momentAt(track, at));
    });
  }, [playback]);
  useEffect(() => {
    map.current?.showStops(
      rows.flatMap((row) => (row.kind === 'stop' ? [{ ...row.stop, number: row.number, from: row.from }] : [])),
    );
  }, [playback, rows]);
  return (
    <MapContainer element={element} label={t('trackMap')} archive={archive.value}>
      <GapNote playback={playback} />
    </MapContainer>
  );
}

/** Over the map, so that nothing moves when a gap comes. */
function GapNote({ playback }: Pick<TrackViewProps, 'playback'>): JSX.Element {
  const { track, replay } = playback;
  const t = useText(historyText);
  const times = useTimes(playback);
  const gap = useMemo(() => computed(() => gapAt(track, replay.moment.value)), [playback]).value;
  return (
    <p class="map-hint gap-note" role="status">
      {gap === undefined ? '' : t('noData', { from: times.short(gap.from), to: times.short(gap.to) })}
    </p>
  );
}
