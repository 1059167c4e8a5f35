import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { Fact } from '../../components/card.js';
import { formatNumber, formatSpeed } from '../../format/quantity.js';
import { formatDistance, formatMinutes, formatPlace } from './history-format.js';
import { historyText } from './history.text.js';
import type { Playback } from './playback.js';
import { rowAt, type TimelineRow, type Totals } from './timeline.js';
import { useTimes } from './use-times.js';

/** The sums of a range. */
export function TotalsList({ totals }: { readonly totals: Totals }): JSX.Element {
  const t = useText(historyText);
  const { language, units } = useApp().preferences;
  const { distance, driving, standing, maximumSpeed, tripCount, stopCount } = totals;
  return (
    <dl class="facts totals" aria-label={t('totals')}>
      <Fact name={t('distance')}>{formatDistance(distance, language.value, units.value)}</Fact>
      <Fact name={t('driving')}>{formatMinutes(driving, language.value)}</Fact>
      <Fact name={t('standing')}>{formatMinutes(standing, language.value)}</Fact>
      {maximumSpeed === undefined ? null : (
        <Fact name={t('maximumSpeed')}>{formatSpeed(maximumSpeed, language.value, units.value)}</Fact>
      )}
      <Fact name={t('trips')}>{formatNumber(tripCount, language.value)}</Fact>
      <Fact name={t('stops')}>{formatNumber(stopCount, language.value)}</Fact>
    </dl>
  );
}

export type TimelineListProps = {
  readonly playback: Playback;
  readonly rows: readonly TimelineRow[];
  readonly zoneNames: ReadonlyMap<string, string>;
  readonly onChoose: (row: TimelineRow) => void;
};

/** Trips, stops and gaps; a click moves the replay and the map to one. */
export function TimelineList({ playback, rows, zoneNames, onChoose }: TimelineListProps): JSX.Element {
  const t = useText(historyText);
  const { replay } = playback;
  const current = useMemo(() => computed(() => rowAt(rows, replay.moment.value)), [playback, rows]).value;
  const times = useTimes(playback);
  const details = useDetails(zoneNames);
  if (rows.length === 0) return <p class="muted">{t('noTrips')}</p>;
  return (
    <ol class="timeline">
      {rows.map((row, index) => (
        <li key={`${row.kind} ${row.from}`} class={`timeline-${row.kind}`}>
          <button
            type="button"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => {
              onChoose(row);
            }}
          >
            <span class="line">
              <strong>{nameOf(row, t)}</strong>
              <span>{times.span(row)}</span>
            </span>
            <span class="small muted">{details(row)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const nameOf = (row: TimelineRow, t: ReturnType<typeof useText<(typeof historyText)['english']>>): string =>
  row.kind === 'stop' ? t('stop', { number: row.number }) : t(row.kind);

function useDetails(zoneNames: ReadonlyMap<string, string>): (row: TimelineRow) => string {
  const t = useText(historyText);
  const { language, units } = useApp().preferences;
  return (row) => {
    const duration = formatMinutes((row.to - row.from) / 1000, language.value);
    if (row.kind === 'gap') return duration;
    if (row.kind === 'stop') return t('stopFacts', { duration, place: formatPlace(row.stop, zoneNames) });
    return t('tripFacts', {
      distance: formatDistance(row.trip.distance, language.value, units.value),
      speed: formatSpeed(row.trip.maximumSpeed, language.value, units.value),
    });
  };
}
