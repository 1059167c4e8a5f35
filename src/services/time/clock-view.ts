import { RELEASE_TIME } from '../../domain/clock/clock-quality.js';
import { nextMidnight } from '../../domain/clock/local-date.js';
import { clockMessages } from '../../domain/clock/messages.js';
import type { GatewayMessage } from '../../messages/message.js';
import { withText } from '../../messages/with-text.js';
import type { ClockSource, ClockView } from '../../schema/system/clock.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { ClockReadings, ClockTrust } from './clock-trust.js';

export type ClockViewOptions = {
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'quality' | 'reason' | 'sourceReadings'>;
  readonly state: Pick<Store['state'], 'latestTrustedTime'>;
  readonly date: () => string;
  readonly timeZone: () => string;
};

/** The clock as the API shows it. */
export const createClockView =
  ({ clock, trust, state, date, timeZone }: ClockViewOptions): (() => ClockView) =>
  () => {
    const now = clock.now();
    const quality = trust.quality();
    const newest = state.latestTrustedTime === '' ? null : Date.parse(state.latestTrustedTime);
    return {
      now: toIso(now),
      quality,
      ...withText('reason', trust.reason()),
      sources: sourcesOf(now, trust.sourceReadings(), newest),
      timeZone: timeZone(),
      localDate: date(),
      nextMidnight: quality === 'none' ? null : toIso(nextMidnight(now, timeZone())),
      bootId: clock.boot,
      upSeconds: Math.round(clock.monotonic() / 1000),
    };
  };

const toIso = (ms: number): string => new Date(ms).toISOString();

/** `newest`: the newest time in the store. All times in ms since 1970. */
function sourcesOf(now: number, { ntp, gps, rtc }: ClockReadings, newest: number | null): ClockSource[] {
  const reading = (name: ClockSource['name'], ms: number | null, reads: Reads, absent: GatewayMessage): ClockSource =>
    ms === null
      ? { name, ...withText('message', absent), ahead: null }
      : { name, ...withText('message', reads({ at: { at: toIso(ms) } })), ahead: Math.round((now - ms) / 100) / 10 };
  const { gpsReads, rtcReads, storeReads, built, gpsAbsent, rtcAbsent, storeEmpty } = clockMessages;
  return [
    { name: 'ntp', ...withText('message', ntpMessage(ntp)), ahead: null },
    reading('gps', gps, gpsReads, gpsAbsent()),
    reading('rtc', rtc, rtcReads, rtcAbsent()),
    reading('store', newest, storeReads, storeEmpty()),
    reading('program', RELEASE_TIME, built, storeEmpty()),
  ];
}

type Reads = (values: { readonly at: { readonly at: string } }) => GatewayMessage;

function ntpMessage(isSynchronized: boolean | null): GatewayMessage {
  if (isSynchronized === null) return clockMessages.ntpUnknown();
  return isSynchronized ? clockMessages.ntpSynchronizes() : clockMessages.ntpAbsent();
}
