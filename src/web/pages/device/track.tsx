import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Location } from '../../../schema/location.js';
import { readRange, type Range } from '../../api/range.js';
import { useLoading } from '../../loading.js';
import { nothingToSay } from '../../map/archive/archive-state.js';
import { MapPlace } from '../../map/map-place.js';
import { createTrackMap, type TrackMap } from '../../map/track-map.js';
import { useParts, useText } from '../../parts.js';
import { LoadNote } from '../../shell/load-note.js';
import { StateNote } from '../../shell/state-note.js';
import { deviceText } from './device.text.js';
import { Exports } from './exports.js';
import { Plots } from './plots.js';

export type TrackProps = { readonly deviceId: string; readonly range: Range };

/** The track of a range: on the map, over time, and as a file. */
export function Track({ deviceId, range }: TrackProps): JSX.Element {
  const { api } = useParts();
  const say = useText(deviceText);
  const { answer, busy, again } = useLoading(
    () => readRange<Location>(api, { deviceId, kind: 'locations', range }),
    [deviceId, range],
  );
  const found = answer.value;
  if (found?.ok !== true) return <LoadNote answer={found} onRetry={again} />;
  const { records, cut } = found.value;
  return (
    <div class="stack" aria-busy={busy.value}>
      <p class="muted" role="status">
        {cut ? say('cut', { count: records.length }) : say('points', { count: records.length })}
      </p>
      {records.length === 0 ? (
        <StateNote title={say('noPoints')}>{say('noPointsHint')}</StateNote>
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
  const parts = useParts();
  const say = useText(deviceText);
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<TrackMap | undefined>(undefined);
  const archive = useSignal(nothingToSay);
  useEffect(() => {
    if (element.current === null) return;
    const made = createTrackMap({
      ...parts,
      element: element.current,
      onArchive(state) {
        archive.value = state;
      },
    });
    map.current = made;
    return () => {
      made.remove();
    };
  }, []);
  useEffect(() => {
    map.current?.show(locations);
  }, [locations]);
  return <MapPlace element={element} label={say('trackMap')} archive={archive.value} />;
}
