import { RELEASED } from '../domain/clock-quality.js';
import { nextMidnight } from '../domain/day.js';
import type { ClockSource, ClockView } from '../schema/clock.js';
import type { Store } from '../store/store.js';
import type { ClockTrust } from './clock-trust.js';
import type { Clock } from './clock.js';
import type { Today } from './today.js';

export type ClockViewOptions = {
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'quality' | 'reason' | 'heard'>;
  readonly state: Pick<Store['state'], 'newest'>;
  readonly today: Today;
  readonly timeZone: string;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** The clock as it is shown. */
export function createClockView({ clock, trust, state, today, timeZone }: ClockViewOptions): () => ClockView {
  function sources(now: number): ClockSource[] {
    const { ntp, gps, rtc } = trust.heard();
    const told = (name: ClockSource['name'], ms: number | null, what: string, nothing: string): ClockSource =>
      ms === null
        ? { name, says: nothing, ahead: null }
        : { name, says: `${what} ${iso(ms)}`, ahead: Math.round((now - ms) / 100) / 10 };
    const servers =
      ntp === null
        ? 'nothing here says whether time servers keep the clock'
        : `time servers ${ntp ? 'keep' : 'do not keep'} the clock of the system`;
    const newest = state.newest === '' ? null : Date.parse(state.newest);
    return [
      { name: 'ntp', says: servers, ahead: null },
      told(
        'gps',
        gps,
        'three fixes in a row agree on',
        'no tracker tells the time by satellites, or they do not agree',
      ),
      told('rtc', rtc, 'the battery clock says', 'no battery clock runs'),
      told('store', newest, 'the newest entry is of', 'nothing is stored yet'),
      told('program', RELEASED, 'this program is of', ''),
    ];
  }

  return () => {
    const now = clock.now();
    const quality = trust.quality();
    return {
      now: iso(now),
      quality,
      reason: trust.reason(),
      sources: sources(now),
      timeZone,
      localDate: today(),
      nextMidnight: quality === 'none' ? null : iso(nextMidnight(now, timeZone)),
      bootId: clock.boot,
      upSeconds: Math.round(clock.monotonic() / 1000),
    };
  };
}
