import { useMemo, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Location } from '../../../schema/records/location.js';
import type { TimeRange } from '../../api/time-range.js';
import { useApp, useText } from '../../app-context.js';
import { LoadNote } from '../../components/load-note.js';
import { VIEWER_TIME_ZONE } from '../../components/timestamp.js';
import type { TrackMap } from '../../map/track-map.js';
import { historyText } from './history.text.js';
import { MomentFacts } from './moment-facts.js';
import { createPlayback } from './playback.js';
import { Plots } from './plots.js';
import { ReplayBar } from './replay-bar.js';
import { TimelineList, TotalsList } from './timeline-list.js';
import { toTimeline, totalsOf } from './timeline.js';
import { TrackView } from './track-view.js';
import { useDepotZone } from './use-depot-zone.js';
import { useMayReadTrips, useTrips, useZoneNames } from './use-trips.js';

export type HistoryProps = {
  readonly deviceId: string;
  readonly range: TimeRange;
  /** not empty */
  readonly locations: readonly Location[];
};

/** What happened in a range: map, replay, timeline and plots, which all show the same moment. */
export function History({ deviceId, range, locations }: HistoryProps): JSX.Element {
  const { clock } = useApp();
  const t = useText(historyText);
  const timeZone = useDepotZone();
  const zoneNames = useZoneNames();
  const mayReadTrips = useMayReadTrips();
  const { result, reload } = useTrips(deviceId, range);
  const found = result.value;
  const trips = found?.ok === true ? found.value : undefined;
  const rows = useMemo(() => (trips === undefined ? [] : toTimeline(trips)), [trips]);
  const playback = useMemo(
    () => createPlayback({ clock, locations, range, timeZone }),
    [clock, locations, range, timeZone],
  );
  const map = useRef<TrackMap>(null);
  return (
    <div class="history">
      <div class="history-map">
        <TrackView playback={playback} rows={rows} map={map} />
        <ReplayBar playback={playback} />
        <MomentFacts playback={playback} />
      </div>
      <section class="history-list" hidden={!mayReadTrips} aria-labelledby="timeline-title">
        <h3 id="timeline-title">{t('timeline')}</h3>
        <LoadNote result={found} onRetry={reload} />
        {trips === undefined || !mayReadTrips ? null : (
          <>
            <TotalsList totals={totalsOf(trips)} />
            <TimelineList
              playback={playback}
              rows={rows}
              zoneNames={zoneNames}
              onChoose={(row) => {
                playback.replay.pause();
                playback.replay.seek(row.from);
                map.current?.zoomTo(row, row.kind === 'stop' ? row.stop : undefined);
              }}
            />
          </>
        )}
        {timeZone === VIEWER_TIME_ZONE ? null : <p class="small muted">{t('depotZone', { zone: timeZone })}</p>}
      </section>
      <div class="history-plots">
        <Plots playback={playback} />
      </div>
    </div>
  );
}
