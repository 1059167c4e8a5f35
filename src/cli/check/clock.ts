import { assessClock } from '../../domain/clock/clock-quality.js';
import { clockMessages } from '../../domain/clock/messages.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { ClockSources } from '../../services/time/clock-trust.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

/** `latestTrustedTime`: the newest trusted time in the store, ISO 8601. `now`: ms since 1970. */
export async function checkClock(
  sources: ClockSources,
  latestTrustedTime: string,
  now: number,
): Promise<CheckFinding[]> {
  const ntp = await sources.ntp.ask(now);
  const rtc = sources.rtc(now);
  const past = { latestTrustedTime: Date.parse(latestTrustedTime), wasBehind: false, wasConfirmed: false };
  const { quality, reason } = assessClock({ now, ...past, ntp, gps: [], rtc });
  const time = new Date(now).toISOString();
  if (reason !== null) {
    const advice = english(reason.values.advice as GatewayMessage);
    return [fault('clock', english(reason).replace(`: ${advice}`, ''), advice)];
  }
  if (quality === 'ntp') return [ok('clock', `${time}, synchronized with time servers`)];
  if (quality === 'rtc') return [ok('clock', `${time}, confirmed by the battery-backed clock`)];
  const servers = ntp === null ? 'no time synchronization service found' : 'no time server is reachable';
  const battery = rtc === null ? 'there is no battery-backed clock' : 'the battery-backed clock shows a different time';
  return [warning('clock', `${time}: ${servers}, and ${battery}`, english(clockMessages.set()))];
}
