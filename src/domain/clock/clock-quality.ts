import type { ClockQuality } from '../../schema/system/clock.js';

/** What a clock is assessed by; times in ms since 1970. */
export type ClockEvidence = {
  /** time of the clock itself */
  readonly now: number;
  /** the newest time in the store stamped by a trusted clock; NaN: none */
  readonly latestTrustedTime: number;
  /** it was behind that time before and was not corrected since: waiting does not make it right */
  readonly wasBehind: boolean;
  /** the system reports that its clock is synchronized by NTP; null: unknown */
  readonly ntp: boolean | null;
  /** GNSS time on which trackers agree; null: none */
  readonly gps: number | null;
  /** time of the battery-backed clock; null: none */
  readonly rtc: number | null;
};

export type ClockAssessment = {
  readonly quality: ClockQuality;
  /** why it is not trusted and how to fix it; null: it is trusted */
  readonly reason: string | null;
  readonly isBehind: boolean;
};

/** An earlier time is certainly wrong. Updated with each release. */
export const RELEASE_TIME = Date.UTC(2026, 10, 1);

/** Tolerance between GNSS time and the clock. A receiver sends its time up to two seconds late. */
const MAX_GPS_OFFSET_MS = 3_000;
/** A receiver that has not received the leap seconds yet is up to 18 s ahead. */
const GPS_CONFLICT_MS = 20_000;
/** Battery-backed clocks drift by seconds per week. */
const MAX_RTC_OFFSET_MS = 10_000;
/** Time servers put a clock back a little from time to time. */
const MAX_BEHIND_MS = 10_000;

export const SET_CLOCK_HINT =
  'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root';
const dateOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Assesses the clock. NTP takes precedence over GNSS, GNSS over a battery-backed clock. */
export function assessClock({ now, latestTrustedTime, wasBehind, ntp, gps, rtc }: ClockEvidence): ClockAssessment {
  const trusted = (quality: ClockQuality): ClockAssessment => ({ quality, reason: null, isBehind: false });
  const untrusted = (why: string, isBehind = false): ClockAssessment => ({
    quality: 'none',
    reason: `the clock shows ${dateOf(now)}, ${why}: ${SET_CLOCK_HINT}`,
    isBehind,
  });
  if (now < RELEASE_TIME) return untrusted(`but this program was built on ${dateOf(RELEASE_TIME)}`, true);
  if (ntp === true) return trusted('ntp');
  const gpsOffset = gps === null ? NaN : Math.abs(now - gps);
  if (gps !== null && gpsOffset > GPS_CONFLICT_MS) return untrusted(`but trackers report the GNSS time ${dateOf(gps)}`);
  if (gpsOffset <= MAX_GPS_OFFSET_MS) return trusted('gps');
  if (now < latestTrustedTime - MAX_BEHIND_MS)
    return untrusted(`but the newest stored time is ${dateOf(latestTrustedTime)}`, true);
  if (wasBehind) return untrusted('it was behind the newest stored time and has not been set since', true);
  return trusted(rtc !== null && Math.abs(now - rtc) <= MAX_RTC_OFFSET_MS ? 'rtc' : 'saved');
}

/** A source outside of this machine confirms the clock. */
export const isVerified = (quality: ClockQuality): boolean => quality === 'gps' || quality === 'ntp';
