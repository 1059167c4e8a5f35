import type { ClockQuality } from '../schema/clock.js';

/** What there is to judge a clock by; times in ms since 1970. */
export type ClockFacts = {
  /** by the clock itself */
  readonly now: number;
  /** the newest time in the store that a good clock stamped; NaN: there is none */
  readonly newest: number;
  /** it was behind that before, and nothing has put it right since: waiting does not */
  readonly wasBehind: boolean;
  /** does the system say that time servers keep its clock? null: nothing says */
  readonly ntp: boolean | null;
  /** the time by satellites, when trackers agree on it */
  readonly gps: number | null;
  /** the time by battery clocks */
  readonly rtc: number | null;
};

export type ClockJudgement = {
  readonly quality: ClockQuality;
  /** why it is not believed, and the way out; null while it is */
  readonly reason: string | null;
  readonly isBehind: boolean;
};

/** No clock that says less is right. Moved on with each release. */
export const RELEASED = Date.UTC(2026, 10, 1);

/** Agreement of satellites with the clock. A receiver's time is told within the second or two after. */
const SATELLITES_AGREE_MS = 3_000;
/** Receivers that have not heard of the leap seconds yet are up to 18 s ahead. */
const SATELLITES_DIFFER_MS = 20_000;
/** Battery clocks drift by seconds in a week. */
const BATTERY_AGREES_MS = 10_000;
/** Time servers put a clock back by a little now and then. */
const BEHIND_MS = 10_000;

/** What to do about a clock that is not believed. */
export const SET_THE_CLOCK =
  'set it: connect the gateway to a network with time servers, fit a battery clock, or `date -s` as root';
const dateOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** How good the clock is by what is known, and why not. Time servers go before satellites, these before a battery. */
export function judgeClock({ now, newest, wasBehind, ntp, gps, rtc }: ClockFacts): ClockJudgement {
  const good = (quality: ClockQuality): ClockJudgement => ({ quality, reason: null, isBehind: false });
  const bad = (why: string, isBehind = false): ClockJudgement => ({
    quality: 'none',
    reason: `the clock says ${dateOf(now)}, ${why}: ${SET_THE_CLOCK}`,
    isBehind,
  });
  if (now < RELEASED) return bad(`and this program is of ${dateOf(RELEASED)}`, true);
  if (ntp === true) return good('ntp');
  const byGps = gps === null ? NaN : Math.abs(now - gps);
  if (gps !== null && byGps > SATELLITES_DIFFER_MS) return bad(`and trackers have ${dateOf(gps)} from satellites`);
  if (byGps <= SATELLITES_AGREE_MS) return good('gps');
  if (now < newest - BEHIND_MS) return bad(`and what is stored is as new as ${dateOf(newest)}`, true);
  if (wasBehind) return bad('which was behind what is stored, and has gone on from there', true);
  return good(rtc !== null && Math.abs(now - rtc) <= BATTERY_AGREES_MS ? 'rtc' : 'saved');
}

/** Is it proven by something outside of this machine? */
export const isProven = (quality: ClockQuality): boolean => quality === 'gps' || quality === 'ntp';
