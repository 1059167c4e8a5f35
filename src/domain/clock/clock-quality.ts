import type { GatewayMessage } from '../../messages/message.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import { rolloverMs } from './gps-week.js';
import { clockMessages } from './messages.js';

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
  /** GNSS time by each independent tracker */
  readonly gps: readonly number[];
  /** it was `ntp`, `gps` or `rtc` and was not set since, so a single tracker does not contradict it */
  readonly wasConfirmed: boolean;
  /** time of the battery-backed clock; null: none */
  readonly rtc: number | null;
};

export type ClockAssessment = {
  readonly quality: ClockQuality;
  /** why it is not trusted and how to fix it; null: it is trusted */
  readonly reason: GatewayMessage | null;
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
/** A receiver that is further off than this may never have been set, or simulate another time. */
const MAX_SINGLE_OFFSET_MS = 366 * 86_400_000;
/** Time servers put a clock back a little from time to time. */
const MAX_BEHIND_MS = 10_000;

const secondsOf = (ms: number) => ({ at: `${new Date(ms).toISOString().slice(0, 19)}Z` });

/** Assesses the clock. NTP takes precedence over GNSS, GNSS over a battery-backed clock. */
export function assessClock(evidence: ClockEvidence): ClockAssessment {
  const { now, latestTrustedTime, wasBehind, ntp, gps } = evidence;
  const trusted = (quality: ClockQuality): ClockAssessment => ({ quality, reason: null, isBehind: false });
  const untrusted = (reason: GatewayMessage, isBehind: boolean): ClockAssessment => ({
    quality: 'none',
    reason,
    isBehind,
  });
  const shown = { now: secondsOf(now), advice: clockMessages.set() };
  // If only stored times are later, they may be those of a clock that ran ahead.
  const behind = { now: shown.now, advice: clockMessages.acceptOrSet() };
  if (now < RELEASE_TIME)
    return untrusted(clockMessages.beforeRelease({ ...shown, built: secondsOf(RELEASE_TIME) }), true);
  if (ntp === true) return trusted('ntp');
  const contradiction = findContradiction(evidence);
  if (contradiction !== undefined)
    return untrusted(clockMessages.againstTrackers({ ...shown, gnss: secondsOf(contradiction) }), false);
  if (gps.some((time) => Math.abs(now - time) <= MAX_GPS_OFFSET_MS)) return trusted('gps');
  if (now < latestTrustedTime - MAX_BEHIND_MS)
    return untrusted(clockMessages.behindStored({ ...behind, newest: secondsOf(latestTrustedTime) }), true);
  if (wasBehind) return untrusted(clockMessages.notSetSince(behind), true);
  return trusted(isConfirmedByRtc(evidence) ? 'rtc' : 'saved');
}

const isConfirmedByRtc = ({ now, rtc }: ClockEvidence): boolean =>
  rtc !== null && Math.abs(now - rtc) <= MAX_RTC_OFFSET_MS;

/**
 * The GNSS time that contradicts the clock: of more trackers than support it, and of at least two if something has
 * confirmed the clock, or the stored data agrees with it and they are more than a year off, because one receiver can be
 * wrong or hostile. A receiver that missed a rollover of the GPS week is no evidence.
 */
function findContradiction(evidence: ClockEvidence): number | undefined {
  const { now, wasConfirmed, latestTrustedTime } = evidence;
  const gps = evidence.gps.filter((time) => rolloverMs(time, now) === 0);
  const contrary = gps.filter((time) => Math.abs(now - time) > GPS_CONFLICT_MS);
  const agreed = largestGroup(contrary);
  const contradiction = Math.max(...agreed);
  const isFarOff = Math.abs(now - contradiction) > MAX_SINGLE_OFFSET_MS;
  const isWithinYear = Math.abs(now - latestTrustedTime) <= MAX_SINGLE_OFFSET_MS;
  const least = wasConfirmed || isConfirmedByRtc(evidence) || (isFarOff && isWithinYear) ? 2 : 1;
  return agreed.length >= least && agreed.length > gps.length - contrary.length ? contradiction : undefined;
}

/** The GNSS time on which the most trackers agree, the later one of equals; null: none. */
export function agreedTime(gps: readonly number[]): number | null {
  const agreed = largestGroup(gps);
  return agreed.length === 0 ? null : Math.max(...agreed);
}

/** The times on which the most trackers agree; of groups of the same size the latest. */
function largestGroup(times: readonly number[]): readonly number[] {
  let largest: readonly number[] = [];
  for (const latest of times.toSorted((a, b) => b - a)) {
    const group = times.filter((time) => time <= latest && latest - time <= GPS_CONFLICT_MS);
    if (group.length > largest.length) largest = group;
  }
  return largest;
}

/** A source outside of this machine confirms the clock. */
export const isVerified = (quality: ClockQuality): boolean => quality === 'gps' || quality === 'ntp';
