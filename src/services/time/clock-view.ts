import { RELEASE_TIME } from '../../domain/clock/clock-quality.js';
import { nextMidnight } from '../../domain/clock/local-date.js';
import type { ClockSource, ClockView } from '../../schema/system/clock.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from './clock-trust.js';
import type { Clock } from '../../time/clock.js';
import type { CurrentDate } from './current-date.js';

export type ClockViewOptions = {
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'quality' | 'reason' | 'sourceReadings'>;
  readonly state: Pick<Store['state'], 'newest'>;
  readonly today: CurrentDate;
  readonly timeZone: string;
};

const toIso = (ms: number): string => new Date(ms).toISOString();

/** The clock as it is shown. */
export function createClockView({ clock, trust, state, today, timeZone }: ClockViewOptions): () => ClockView {
  function sources(now: number): ClockSource[] {
    const { ntp, gps, rtc } = trust.sourceReadings();
    const readingOf = (name: ClockSource['name'], ms: number | null, label: string, fallback: string): ClockSource =>
      ms === null
        ? { name, says: fallback, ahead: null }
        : { name, says: `${label} ${toIso(ms)}`, ahead: Math.round((now - ms) / 100) / 10 };
    const ntpMessage =
      ntp === null
        ? 'nothing here says whether time servers keep the clock'
        : `time servers ${ntp ? 'keep' : 'do not keep'} the clock of the system`;
    const newest = state.newest === '' ? null : Date.parse(state.newest);
    return [
      { name: 'ntp', says: ntpMessage, ahead: null },
      readingOf(
        'gps',
        gps,
        'three fixes in a row agree on',
        'no tracker tells the time by satellites, or they do not agree',
      ),
      readingOf('rtc', rtc, 'the battery clock says', 'no battery clock runs'),
      readingOf('store', newest, 'the newest entry is of', 'nothing is stored yet'),
      readingOf('program', RELEASE_TIME, 'this program is of', ''),
    ];
  }

  return () => {
    const now = clock.now();
    const quality = trust.quality();
    return {
      now: toIso(now),
      quality,
      reason: trust.reason(),
      sources: sources(now),
      timeZone,
      localDate: today(),
      nextMidnight: quality === 'none' ? null : toIso(nextMidnight(now, timeZone)),
      bootId: clock.boot,
      upSeconds: Math.round(clock.monotonic() / 1000),
    };
  };
}
