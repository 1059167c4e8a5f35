import type { Report } from '../../domain/report.js';
import type { Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { User } from '../../schema/accounts/user.js';
import type { ClockQuality, ClockView } from '../../schema/system/clock.js';
import type { Store } from '../../store/store.js';
import type { Clock, Timers } from '../../time/clock.js';
import { createClockTrust, type ClockSources } from './clock-trust.js';
import { createClockView } from './clock-view.js';
import { createCurrentDate } from './current-date.js';
import { createDayRollover } from './day-rollover.js';
import { createGps } from './gps.js';
import { createMidnightCron, type CreateMidnightCron } from './midnight-cron.js';
import { createNtp } from './ntp.js';
import { readRtc } from './rtc.js';

/** The gateway's time. All times in ms; those named `…Now` and `now` since 1970. */
export type Time = {
  /** the system clock: may be wrong, and may be set */
  readonly now: () => number;
  /** the time for everything that expires: stands still while the clock is not trusted */
  readonly trustedNow: () => number;
  /** the real time is no earlier */
  readonly earliestNow: () => number;
  /** the real time is no later; Infinity if nothing bounds it */
  readonly latestNow: () => number;
  /** the time by which accounts expire: while the clock is not trusted, the later of its time and that of the trackers */
  readonly accountNow: () => number;
  /** since the start of the process; never set */
  readonly monotonic: () => number;
  /** identifies the run of the process that `monotonic` belongs to */
  readonly boot: string;
  /** the local date (YYYY-MM-DD) of the daily counters */
  readonly date: () => string;
  /** the zone of `date`, an IANA id: may be changed */
  readonly timeZone: string;
  /** Changes the zone at once. A date that began stays begun, and a quota that was used stays used. */
  readonly setTimeZone: (timeZone: string) => void;
  readonly quality: () => ClockQuality;
  /** why the clock is not trusted and how to fix it; null while it is trusted */
  readonly reason: () => GatewayMessage | null;
  /** A user accepts the clock as right; see `ClockTrust`. */
  readonly accept: (by: User) => Promise<Result<undefined>>;
  readonly view: () => ClockView;
  /** Call for every incoming report: a fix may carry GNSS time. */
  readonly observe: (report: Pick<Report, 'deviceId' | 'locations' | 'source'>) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

export type TimeOptions = {
  readonly clock: Clock;
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly timeZone: string;
  readonly timers: Timers;
  readonly logger: Logger;
  /** names of the protocols whose records carry GNSS time and are sent as they are taken */
  readonly gnssTimeProtocols: ReadonlySet<string>;
  readonly sources?: ClockSources | undefined;
  readonly createCron?: CreateMidnightCron | undefined;
};

const createSystemSources = (): ClockSources => ({ ntp: createNtp(), rtc: readRtc });

export function createTime(options: TimeOptions): Time {
  const { clock, store, timers, logger, gnssTimeProtocols } = options;
  const { sources = createSystemSources(), createCron = createMidnightCron } = options;
  const { state } = store;
  let zone = options.timeZone;
  const timeZone = (): string => zone;
  const gps = createGps(clock.monotonic);
  const trust = createClockTrust({ clock, store, gps, sources, timers, logger });
  const date = createCurrentDate({ trust, state, timeZone });
  const dayRollover = createDayRollover({ store, trust, date, timeZone, createCron, logger });
  return {
    now: clock.now,
    trustedNow: trust.trustedNow,
    earliestNow: trust.earliestNow,
    latestNow: trust.latestNow,
    accountNow: trust.accountNow,
    monotonic: clock.monotonic,
    boot: clock.boot,
    date,
    get timeZone() {
      return zone;
    },
    setTimeZone(next) {
      if (next === zone) return;
      logger.info({ timeZone: next, before: zone }, 'time zone was changed');
      zone = next;
      dayRollover.onZoneChanged();
    },
    quality: trust.quality,
    reason: trust.reason,
    accept: trust.accept,
    view: createClockView({ clock, trust, state, date, timeZone }),
    observe({ deviceId, locations, source }) {
      const fix = locations.at(-1);
      const { protocol, port } = source;
      if (fix === undefined || port === undefined || !gnssTimeProtocols.has(protocol)) return;
      const { trackerTime, clockQuality } = fix.attributes ?? {};
      // The receiver's own time; none where the gateway's clock gave the date.
      if (trackerTime === undefined && clockQuality !== undefined) return;
      gps.addFix({ port, deviceId }, Date.parse(typeof trackerTime === 'string' ? trackerTime : fix.dateTime));
    },
    start() {
      trust.start();
      dayRollover.start();
    },
    async stop() {
      trust.stop();
      await dayRollover.stop();
    },
  };
}
