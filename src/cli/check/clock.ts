import { assessClock, SET_CLOCK_HINT } from '../../domain/clock/clock-quality.js';
import type { ClockSources } from '../../services/time/clock-trust.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

/** `newest`: the newest time in the store, as it is written there. `now`: ms since 1970. */
export async function checkClock(
  sources: ClockSources,
  latestTrustedTime: string,
  now: number,
): Promise<CheckFinding[]> {
  const ntp = await sources.ntp.ask(now);
  const rtc = sources.rtc(now);
  const facts = { now, latestTrustedTime: Date.parse(latestTrustedTime), wasBehind: false, ntp, gps: null, rtc };
  const { quality, reason } = assessClock(facts);
  const time = new Date(now).toISOString();
  if (reason !== null) return [fault('clock', reason.replace(`: ${SET_CLOCK_HINT}`, ''), SET_CLOCK_HINT)];
  if (quality === 'ntp') return [ok('clock', `${time}, kept by time servers`)];
  if (quality === 'rtc') return [ok('clock', `${time}, as the battery clock says`)];
  const servers = ntp === null ? 'nothing tells of time servers' : 'no time server answers';
  const battery = rtc === null ? 'there is no battery clock' : 'the battery clock says something else';
  return [warning('clock', `${time}: ${servers}, and ${battery}`, SET_CLOCK_HINT)];
}
