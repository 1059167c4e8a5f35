import { RELEASE_TIME } from '../../domain/clock/clock-quality.js';
import { nextMidnight } from '../../domain/clock/local-date.js';
import type { ClockSource, ClockView } from '../../schema/system/clock.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { ClockReadings, ClockTrust } from './clock-trust.js';

export type ClockViewOptions = {
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'quality' | 'reason' | 'sourceReadings'>;
  readonly state: Pick<Store['state'], 'latestTrustedTime'>;
  readonly date: () => string;
  readonly timeZone: () => string;
};

/** The clock as the API shows it. */
export const createClockView =
  ({ clock, trust, state, date, timeZone }: ClockViewOptions): (() => ClockView) =>
  () => {
    const now = clock.now();
    const quality = trust.quality();
    const newest = state.latestTrustedTime === '' ? null : Date.parse(state.latestTrustedTime);
    return {
      now: toIso(now),
      quality,
      reason: trust.reason(),
      sources: sourcesOf(now, trust.sourceReadings(), newest),
      timeZone: timeZone(),
      localDate: date(),
      nextMidnight: quality === 'none' ? null : toIso(nextMidnight(now, timeZone())),
      bootId: clock.boot,
      upSeconds: Math.round(clock.monotonic() / 1000),
    };
  };

const toIso = (ms: number): string => new Date(ms).toISOString();

/** `newest`: the newest time in the store. All times in ms since 1970. */
function sourcesOf(now: number, { ntp, gps, rtc }: ClockReadings, newest: number | null): ClockSource[] {
  const readingOf = (name: ClockSource['name'], ms: number | null, label: string, fallback: string): ClockSource =>
    ms === null
      ? { name, message: fallback, ahead: null }
      : { name, message: `${label} ${toIso(ms)}`, ahead: Math.round((now - ms) / 100) / 10 };
  return [
    { name: 'ntp', message: ntpMessage(ntp), ahead: null },
    readingOf(
      'gps',
      gps,
      'three consecutive fixes agree on',
      'no tracker reports satellite time, or the trackers disagree',
    ),
    readingOf('rtc', rtc, 'the battery-backed clock reads', 'no battery-backed clock runs'),
    readingOf('store', newest, 'the newest entry is from', 'nothing is stored yet'),
    readingOf('program', RELEASE_TIME, 'Waypost was built on', ''),
  ];
}

function ntpMessage(isSynchronized: boolean | null): string {
  if (isSynchronized === null) return 'nothing reports whether time servers synchronize the system clock';
  return isSynchronized ? 'time servers synchronize the system clock' : 'no time server synchronizes the system clock';
}
