import { judgeClock, SET_THE_CLOCK } from '../../domain/clock-quality.js';
import type { ClockSources } from '../../services/clock-trust.js';
import { fault, ok, warning, type CheckLine } from './check-line.js';

/** `newest`: the newest time in the store, as it is written there. `now`: ms since 1970. */
export async function checkClock(sources: ClockSources, newest: string, now: number): Promise<CheckLine[]> {
  const ntp = await sources.ntp.ask(now);
  const rtc = sources.rtc(now);
  const facts = { now, newest: Date.parse(newest), wasBehind: false, ntp, gps: null, rtc };
  const { quality, reason } = judgeClock(facts);
  const time = new Date(now).toISOString();
  if (reason !== null) return [fault('clock', reason.replace(`: ${SET_THE_CLOCK}`, ''), SET_THE_CLOCK)];
  if (quality === 'ntp') return [ok('clock', `${time}, kept by time servers`)];
  if (quality === 'rtc') return [ok('clock', `${time}, as the battery clock says`)];
  const servers = ntp === null ? 'nothing tells of time servers' : 'no time server answers';
  const battery = rtc === null ? 'there is no battery clock' : 'the battery clock says something else';
  return [warning('clock', `${time}: ${servers}, and ${battery}`, SET_THE_CLOCK)];
}
