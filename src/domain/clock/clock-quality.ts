import type { ClockQuality } from '../../schema/system/clock.js';

/** What there is to judge a clock by; times in ms since 1970. */
export type ClockEvidence = {
  /** by the clock itself */
  readonly now: number;
  /** the newest time in the store that a good clock stamped; NaN: there is none */
  readonly latestTrustedTime: number;
  /** it was behind that before, and nothing has put it right since: waiting does not */
  readonly wasBehind: boolean;
  /** does the system say that time servers keep its clock? null: nothing says */
  readonly ntp: boolean | null;
  /** the time by satellites, when trackers agree on it */
  readonly gps: number | null;
  /** the time by battery clocks */
  readonly rtc: number | null;
};

export type ClockAssessment = {
  readonly quality: ClockQuality;
  /** why it is not believed, and the way out; null while it is */
  readonly reason: string | null;
  readonly isBehind: boolean;
};

/** No clock that says less is right. Moved on with each release. */
export const RELEASE_TIME = Date.UTC(2026, 10, 1);

/** Agreement of satellites with the clock. A receiver's time is told within the second or two after. */
const MAX_GPS_OFFSET_MS = 3_000;
/** Receivers that have not heard of the leap seconds yet are up to 18 s ahead. */
const GPS_CONFLICT_MS = 20_000;
/** Battery clocks drift by seconds in a week. */
const MAX_RTC_OFFSET_MS = 10_000;
/** Time servers put a clock back by a little now and then. */
const MAX_BEHIND_MS = 10_000;

/** What to do about a clock that is not believed. */
export const SET_CLOCK_HINT =
  'set it: connect the gateway to a network with time servers, fit a battery clock, or `date -s` as root';
const dateOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** How good the clock is by what is known, and why not. Time servers go before satellites, these before a battery. */
export function assessClock({ now, latestTrustedTime, wasBehind, ntp, gps, rtc }: ClockEvidence): ClockAssessment {
  const trusted = (quality: ClockQuality): ClockAssessment => ({ quality, reason: null, isBehind: false });
  const untrusted = (why: string, isBehind = false): ClockAssessment => ({
    quality: 'none',
    reason: `the clock says ${dateOf(now)}, ${why}: ${SET_CLOCK_HINT}`,
    isBehind,
  });
  if (now < RELEASE_TIME) return untrusted(`and this program is of ${dateOf(RELEASE_TIME)}`, true);
  if (ntp === true) return trusted('ntp');
  const gpsOffset = gps === null ? NaN : Math.abs(now - gps);
  if (gps !== null && gpsOffset > GPS_CONFLICT_MS) return untrusted(`and trackers have ${dateOf(gps)} from satellites`);
  if (gpsOffset <= MAX_GPS_OFFSET_MS) return trusted('gps');
  if (now < latestTrustedTime - MAX_BEHIND_MS)
    return untrusted(`and what is stored is as new as ${dateOf(latestTrustedTime)}`, true);
  if (wasBehind) return untrusted('which was behind what is stored, and has gone on from there', true);
  return trusted(rtc !== null && Math.abs(now - rtc) <= MAX_RTC_OFFSET_MS ? 'rtc' : 'saved');
}

/** Is it proven by something outside of this machine? */
export const isVerified = (quality: ClockQuality): boolean => quality === 'gps' || quality === 'ntp';
