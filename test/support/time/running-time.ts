import { silentLogger } from '../../../src/logger.js';
import { createTime, type Time, type TimeOptions } from '../../../src/services/time/time.js';
import type { TestClock } from './clock.js';
import { createTestSources } from './clock-stub.js';
import { createTestTimers } from './test-timers.js';

export type RunningTime = {
  readonly time: Time;
  /** what the clock sources say */
  readonly set: ReturnType<typeof createTestSources>['set'];
  /** Advances clock and timers, until what they caused is stored. */
  readonly pass: (ms: number) => Promise<void>;
};

/** Starts the time of a gateway by a test clock; NMEA trackers report GNSS time. */
export async function startTime(clock: TestClock, store: TimeOptions['store']): Promise<RunningTime> {
  const { timers, advance } = createTestTimers();
  const { set, sources } = createTestSources();
  const createCron = () => ({ reschedule: () => undefined, stop: () => undefined });
  const options = { clock, store, timeZone: 'UTC', timers, logger: silentLogger, createCron };
  const time = createTime({ ...options, gnssTimeProtocols: new Set(['nmea0183']), sources });
  const stored = (): Promise<unknown> => store.append([]);
  time.start();
  await stored();
  return {
    time,
    set,
    async pass(ms) {
      clock.advance(ms);
      await advance(ms);
      await stored();
    },
  };
}
