import { defineErrors, defineMessages } from '../../messages/define.js';

/** Why the clock is not trusted, what to do about it, and what its sources report. */
export const clockMessages = defineMessages('clock', {
  beforeRelease: 'the clock shows {now}, but this program was built on {built}: {advice}',
  againstTrackers: 'the clock shows {now}, but trackers report the GNSS time {gnss}: {advice}',
  behindStored: 'the clock shows {now}, but the newest stored time is {newest}: {advice}',
  notSetSince: 'the clock shows {now}, it was behind the newest stored time and has not been set since: {advice}',
  set: 'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root',
  acceptOrSet:
    'if the clock is right, run `waypost clock accept`; else set it: connect the gateway to a network with time servers, or run `date -s` as root',
  ntpUnknown: 'nothing reports whether time servers synchronize the system clock',
  ntpSynchronizes: 'time servers synchronize the system clock',
  ntpAbsent: 'no time server synchronizes the system clock',
  gpsReads: 'three consecutive fixes agree on {at}',
  gpsAbsent: 'no tracker reports satellite time, or the trackers disagree',
  rtcReads: 'the battery-backed clock reads {at}',
  rtcAbsent: 'no battery-backed clock runs',
  storeReads: 'the newest entry is from {at}',
  storeEmpty: 'nothing is stored yet',
  built: 'Waypost was built on {at}',
});

/** What is wrong with an instant of the right form. */
export const instantErrors = defineErrors('instant', {
  range: ['validation_failed', '{field} must be from 1970 to 9999'],
});
