import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Location } from '../../schema/records/location.js';
import { readRange, type TimeRange } from '../api/time-range.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { Icon } from '../components/icon.js';
import { LoadNote } from '../components/load-note.js';
import { StateNote } from '../components/state-note.js';
import { useDeviceName } from '../live/device-name.js';
import { createTrack } from '../map/track.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import { DayTable } from './history/day-table.js';
import { formatDate, formatPart } from './history/history-format.js';
import { historyText } from './history/history.text.js';
import { dayUntil, isDate, shiftDate } from './history/local-day.js';
import { TotalsList } from './history/timeline-list.js';
import { toTimeline, totalsOf } from './history/timeline.js';
import { TrackSketch } from './history/track-sketch.js';
import { useDepotZone } from './history/use-depot-zone.js';
import { useTrips, useZoneNames } from './history/use-trips.js';
import type { PageProps } from './page.js';

const DAY_PATH = '/devices/:deviceId/day/:date';

/** The day sheet of a device, made to be printed. */
export function DayPage({ params: { deviceId = '', date = '' } }: PageProps): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(historyText);
  const tCommon = useText(commonText);
  const nameOf = useDeviceName();
  // The days are those of the depot: without its zone, they are unknown.
  const isZoneKnown = gatewayClock.view.value !== undefined;
  return (
    <div class="page day-page">
      <a class="small no-print" href={linkTo('/devices/:deviceId', { deviceId })}>
        {nameOf(deviceId)}
      </a>
      <PageHead title={nameOf(deviceId)}>
        {nameOf(deviceId) === deviceId ? null : <span>{deviceId}</span>}
        {isDate(date) ? <DaySteps deviceId={deviceId} date={date} /> : null}
      </PageHead>
      {isDate(date) ? null : <StateNote title={t('noDate', { date })}>{t('noDateHint')}</StateNote>}
      {isDate(date) && !isZoneKnown ? (
        <p class="muted" role="status">
          {tCommon('loading')}
        </p>
      ) : null}
      {isDate(date) && isZoneKnown ? <DaySheet deviceId={deviceId} date={date} /> : null}
    </div>
  );
}

type DayProps = { readonly deviceId: string; readonly date: string };

function DaySteps({ deviceId, date }: DayProps): JSX.Element {
  const t = useText(historyText);
  const dayLink = (days: number): string => linkTo(DAY_PATH, { deviceId, date: shiftDate(date, days) });
  return (
    <span class="choices no-print">
      <a class="button" href={dayLink(-1)}>
        {t('dayBefore')}
      </a>
      <a class="button" href={dayLink(1)}>
        {t('dayAfter')}
      </a>
      <button
        type="button"
        class="primary"
        onClick={() => {
          print();
        }}
      >
        <Icon name="print" />
        {t('print')}
      </button>
    </span>
  );
}

function DaySheet({ deviceId, date }: DayProps): JSX.Element {
  const { gatewayClock, preferences } = useApp();
  const t = useText(historyText);
  const timeZone = useDepotZone();
  const language = preferences.language.value;
  const range = useMemo(() => dayUntil(gatewayClock.now(), date, timeZone), [date, timeZone]);
  const until = range.isOpenEnded === true ? formatPart('time', range.to, language, timeZone) : undefined;
  return (
    <article class="day-sheet">
      <header>
        <h2>{formatDate(date, language)}</h2>
        <p class="small">
          {t('depotZone', { zone: timeZone })} {until === undefined ? null : t('dayGoesOn', { time: until })}
        </p>
      </header>
      <DayContent deviceId={deviceId} range={range} timeZone={timeZone} />
    </article>
  );
}

type DayContentProps = { readonly deviceId: string; readonly range: TimeRange; readonly timeZone: string };

function DayContent({ deviceId, range, timeZone }: DayContentProps): JSX.Element {
  const { api } = useApp();
  const t = useText(historyText);
  const zoneNames = useZoneNames();
  const trips = useTrips(deviceId, range);
  const locations = useFetch(() => readRange<Location>(api, { deviceId, kind: 'locations', range }), [deviceId, range]);
  const foundTrips = trips.result.value;
  const found = locations.result.value;
  if (foundTrips?.ok !== true) return <LoadNote result={foundTrips} onRetry={trips.reload} />;
  if (found?.ok !== true) return <LoadNote result={found} onRetry={locations.reload} />;
  const { records, isTruncated } = found.value;
  if (records.length === 0) return <p>{t('emptyDay')}</p>;
  const rows = toTimeline(foundTrips.value);
  return (
    <>
      <TotalsList totals={totalsOf(foundTrips.value)} />
      <TrackSketch track={createTrack(records, range)} rows={rows} />
      {isTruncated ? <p class="small">{t('truncated', { count: records.length })}</p> : null}
      {rows.length === 0 ? <p>{t('noTrips')}</p> : <DayTable rows={rows} zoneNames={zoneNames} timeZone={timeZone} />}
    </>
  );
}
