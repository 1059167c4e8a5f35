import { quotaDate } from '../../domain/messages/quota-date.js';
import { localDate } from '../../domain/clock/local-date.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from './clock-trust.js';

/** The local date that daily counters belong to. It is asked for at every count, and needs nothing to have run. */
export type CurrentDate = () => string;

export type CurrentDateOptions = {
  readonly trust: Pick<ClockTrust, 'trustedNow' | 'quality'>;
  readonly state: Pick<Store['state'], 'days'>;
  readonly timeZone: string;
};

export function createCurrentDate({ trust, state, timeZone }: CurrentDateOptions): CurrentDate {
  // What was counted may be ahead of what was told, by the moments until the turn of the day is noticed.
  let lastDate: string | undefined;
  return () => {
    const date = localDate(trust.trustedNow(), timeZone);
    if (date === lastDate) return date;
    const quality = trust.quality();
    lastDate = quotaDate(quotaDate(date, state.days.at(-1), quality), lastDate, quality);
    return lastDate;
  };
}
