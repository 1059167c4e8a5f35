import type { Logger } from '../logger.js';
import type { ClockView } from '../schema/clock.js';
import type { Report } from '../serial/receive.js';
import type { Timers } from '../serial/timers.js';
import type { Store } from '../store/store.js';
import { createBell, type MakeBell } from './bell.js';
import { createClockTrust, type ClockSources, type ClockTrust } from './clock-trust.js';
import { createClockView } from './clock-view.js';
import type { Clock } from './clock.js';
import { createMidnight } from './midnight.js';
import { createGps } from './time/gps.js';
import { createNtp } from './time/ntp.js';
import { readRtc } from './time/rtc.js';
import { createToday, type Today } from './today.js';

/** The gateway's time: how far its clock is to be believed, and which day it is. */
export type Time = {
  readonly trust: ClockTrust;
  /** for all that ends or turns by itself: it stands still while the clock is in doubt */
  readonly known: Clock;
  readonly today: Today;
  readonly view: () => ClockView;
  /** Hears every report that comes in over a port: a fix may tell the time. */
  readonly hear: (report: Pick<Report, 'deviceId' | 'locations' | 'source'>) => void;
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
  readonly isSatelliteTime: (protocol: string) => boolean;
  readonly sources?: ClockSources | undefined;
  readonly makeBell?: MakeBell | undefined;
};

const system = (): ClockSources => ({ ntp: createNtp(), rtc: readRtc });

export function createTime(options: TimeOptions): Time {
  const { clock, store, timeZone, timers, logger, isSatelliteTime } = options;
  const { sources = system(), makeBell = createBell } = options;
  const { state } = store;
  const gps = createGps(() => clock.monotonic());
  const trust = createClockTrust({ clock, store, gps, sources, timers, logger });
  const today = createToday({ trust, state, timeZone });
  const midnight = createMidnight({ store, trust, today, timeZone, makeBell, logger });
  return {
    trust,
    known: { ...clock, now: trust.known },
    today,
    view: createClockView({ clock, trust, state, today, timeZone }),
    hear({ deviceId, locations, source }) {
      const fix = locations.at(-1);
      if (fix !== undefined && isSatelliteTime(source.protocol)) gps.hear(deviceId, Date.parse(fix.dateTime));
    },
    start() {
      trust.start();
      midnight.start();
    },
    async stop() {
      trust.stop();
      await midnight.stop();
    },
  };
}
