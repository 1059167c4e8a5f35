import type { Logger } from '../../logger.js';
import type { ClockView } from '../../schema/system/clock.js';
import type { Report } from '../../domain/report.js';
import type { Timers } from '../../time/timers.js';
import type { Store } from '../../store/store.js';
import { createMidnightCron, type CreateMidnightCron } from './midnight-cron.js';
import { createClockTrust, type ClockSources, type ClockTrust } from './clock-trust.js';
import { createClockView } from './clock-view.js';
import type { Clock } from '../../time/clock.js';
import { createDayRollover } from './day-rollover.js';
import { createGps } from './gps.js';
import { createNtp } from './ntp.js';
import { readRtc } from './rtc.js';
import { createCurrentDate, type CurrentDate } from './current-date.js';

/** The gateway's time: how far its clock is to be believed, and which day it is. */
export type Time = {
  readonly trust: ClockTrust;
  /** for all that ends or turns by itself: it stands still while the clock is in doubt */
  readonly trustedClock: Clock;
  readonly today: CurrentDate;
  readonly view: () => ClockView;
  /** Hears every report that comes in over a port: a fix may tell the time. */
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
  /** Does what comes by this protocol have the time of satellites, as it is taken? */
  readonly isGnssTime: (protocol: string) => boolean;
  readonly sources?: ClockSources | undefined;
  readonly createCron?: CreateMidnightCron | undefined;
};

const createSystemSources = (): ClockSources => ({ ntp: createNtp(), rtc: readRtc });

export function createTime(options: TimeOptions): Time {
  const { clock, store, timeZone, timers, logger, isGnssTime } = options;
  const { sources = createSystemSources(), createCron = createMidnightCron } = options;
  const { state } = store;
  const gps = createGps(() => clock.monotonic());
  const trust = createClockTrust({ clock, store, gps, sources, timers, logger });
  const today = createCurrentDate({ trust, state, timeZone });
  const dayRollover = createDayRollover({ store, trust, today, timeZone, createCron, logger });
  return {
    trust,
    trustedClock: { ...clock, now: trust.trustedNow },
    today,
    view: createClockView({ clock, trust, state, today, timeZone }),
    observe({ deviceId, locations, source }) {
      const fix = locations.at(-1);
      if (fix !== undefined && isGnssTime(source.protocol)) gps.addFix(deviceId, Date.parse(fix.dateTime));
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
