import { localDate } from '../../domain/clock/local-date.js';
import { quotaDate } from '../../domain/messages/quota-date.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from './clock-trust.js';

export type CurrentDateOptions = {
  readonly trust: Pick<ClockTrust, 'trustedNow' | 'isVerified'>;
  readonly state: Pick<Store['state'], 'days'>;
  /** the current one: it may be changed */
  readonly timeZone: () => string;
};

/** The local date (YYYY-MM-DD) of the daily counters, computed at each call: does not depend on the rollover having run. */
export function createCurrentDate({ trust, state, timeZone }: CurrentDateOptions): () => string {
  // Counting may reach a new date a few seconds before its `day` entry is written, so the date given out last counts too.
  let lastDate: string | undefined;
  return () => {
    const date = localDate(trust.trustedNow(), timeZone());
    if (date === lastDate) return date;
    const isVerified = trust.isVerified();
    lastDate = quotaDate(quotaDate(date, state.days.at(-1), isVerified), lastDate, isVerified);
    return lastDate;
  };
}
