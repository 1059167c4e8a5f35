import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import type { ClockTrust } from './clock-trust.js';
import type { CreateMidnightCron } from './midnight-cron.js';

/**
 * Writes one `day` entry per local date, ever; subscribers of the log are notified by it. The counters do not depend on
 * it: they are keyed by date. Dates that began while the gateway was off or its clock untrusted get no entry, except the
 * current one.
 */
export type DayRollover = {
  readonly start: () => void;
  /** The time zone was changed: another date may have begun, and the next midnight is another one. */
  readonly onZoneChanged: () => void;
  readonly stop: () => Promise<void>;
};

export type DayRolloverOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly trust: Pick<ClockTrust, 'quality' | 'onCheck'>;
  readonly date: () => string;
  readonly timeZone: () => string;
  readonly createCron: CreateMidnightCron;
  readonly logger: Logger;
};

export function createDayRollover(options: DayRolloverOptions): DayRollover {
  const { store, trust, timeZone, createCron, logger } = options;
  const { state } = store;
  let cron = createCron({ timeZone: timeZone(), fire: check });
  let writing: Promise<void> | undefined;
  let isRunning = false;
  let isScheduled = false;

  /** Cheap, so it runs at every check of the clock. */
  function check(): void {
    if (!isRunning || trust.quality() === 'none' || writing !== undefined) return;
    const date = options.date();
    if (state.days.includes(date)) return;
    const v = { date, timeZone: timeZone() };
    writing = store
      .append([{ kind: 'day', v }])
      .then(
        () => {
          logger.info(v, 'day started');
        },
        (error: unknown) => {
          logger.debug({ date, reason: messageOf(error) }, 'day entry not written, retrying');
        },
      )
      .finally(() => {
        writing = undefined;
      });
  }

  /** The cron job runs only while the clock is trusted, and is rescheduled when the clock was set. */
  function updateCron(stepped: boolean): void {
    const isTrusted = trust.quality() !== 'none';
    if (isScheduled && (stepped || !isTrusted)) {
      cron.stop();
      isScheduled = false;
    }
    if (isScheduled || !isTrusted) return;
    cron.reschedule();
    isScheduled = true;
  }

  trust.onCheck((stepped) => {
    if (!isRunning) return;
    updateCron(stepped);
    check();
  });

  return {
    start() {
      isRunning = true;
      updateCron(false);
      check();
    },
    onZoneChanged() {
      cron.stop();
      cron = createCron({ timeZone: timeZone(), fire: check });
      isScheduled = false;
      if (!isRunning) return;
      updateCron(false);
      check();
    },
    async stop() {
      isRunning = false;
      cron.stop();
      await writing;
    },
  };
}
