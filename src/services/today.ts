import { countingDate } from '../domain/calendar.js';
import { localDate } from '../domain/day.js';
import type { Store } from '../store/store.js';
import type { ClockTrust } from './clock-trust.js';

/** The local date that daily counters belong to. It is asked for at every count, and needs nothing to have run. */
export type Today = () => string;

export type TodayOptions = {
  readonly trust: Pick<ClockTrust, 'known' | 'quality'>;
  readonly state: Pick<Store['state'], 'days'>;
  readonly timeZone: string;
};

export function createToday({ trust, state, timeZone }: TodayOptions): Today {
  // What was counted may be ahead of what was told, by the moments until the turn of the day is noticed.
  let shown: string | undefined;
  return () => {
    const date = localDate(trust.known(), timeZone);
    if (date === shown) return date;
    const quality = trust.quality();
    shown = countingDate(countingDate(date, state.days.at(-1), quality), shown, quality);
    return shown;
  };
}
