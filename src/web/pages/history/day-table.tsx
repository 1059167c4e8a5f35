import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { formatSpeed } from '../../format/quantity.js';
import { formatDistance, formatMinutes, formatPlace } from './history-format.js';
import { historyText } from './history.text.js';
import type { TimelineRow } from './timeline.js';
import { useTimes } from './use-times.js';

export type DayTableProps = {
  readonly rows: readonly TimelineRow[];
  readonly zoneNames: ReadonlyMap<string, string>;
  readonly timeZone: string;
};

/** The trips, stops and gaps of a day, one per row. */
export function DayTable({ rows, zoneNames, timeZone }: DayTableProps): JSX.Element {
  const t = useText(historyText);
  return (
    <table class="day-table">
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('kind')}</th>
          <th scope="col">{t('place')}</th>
          <th scope="col" class="number">
            {t('duration')}
          </th>
          <th scope="col" class="number">
            {t('distance')}
          </th>
          <th scope="col" class="number">
            {t('maximumSpeed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DayRow key={`${row.kind} ${row.from}`} row={row} zoneNames={zoneNames} timeZone={timeZone} />
        ))}
      </tbody>
    </table>
  );
}

type DayRowProps = Omit<DayTableProps, 'rows'> & { readonly row: TimelineRow };

function DayRow({ row, zoneNames, timeZone }: DayRowProps): JSX.Element {
  const t = useText(historyText);
  const { language, units } = useApp().preferences;
  const times = useTimes({ timeZone, isLong: false });
  const trip = row.kind === 'trip' ? row.trip : undefined;
  return (
    <tr class={`day-${row.kind}`}>
      <th scope="row">{times.span(row)}</th>
      <td>{row.kind === 'stop' ? t('stop', { number: row.number }) : t(row.kind)}</td>
      <td data-label={t('place')}>
        {row.kind === 'stop' ? formatPlace(row.stop, zoneNames) : null}
        {trip === undefined ? null : `${formatPlace(trip.start, zoneNames)} → ${formatPlace(trip.end, zoneNames)}`}
      </td>
      <td class="number" data-label={t('duration')}>
        {formatMinutes((row.to - row.from) / 1000, language.value)}
      </td>
      <td class="number" data-label={t('distance')}>
        {trip === undefined ? null : formatDistance(trip.distance, language.value, units.value)}
      </td>
      <td class="number" data-label={t('maximumSpeed')}>
        {trip === undefined ? null : formatSpeed(trip.maximumSpeed, language.value, units.value)}
      </td>
    </tr>
  );
}
