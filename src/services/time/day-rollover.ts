import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Store } from '../../store/store.js';
import type { CreateMidnightCron } from './midnight-cron.js';
import type { ClockTrust } from './clock-trust.js';
import type { CurrentDate } from './current-date.js';

/**
 * Tells that a day has begun: one entry in the log for each local date, ever, and nothing else. The counters are keyed by
 * their date and wait for nobody. Days that began while the gateway was off or its clock in doubt are not told
 * afterwards, but for the one it finds itself in.
 */
export type DayRollover = { readonly start: () => void; readonly stop: () => Promise<void> };

export type DayRolloverOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly trust: Pick<ClockTrust, 'quality' | 'onCheck'>;
  readonly today: CurrentDate;
  readonly timeZone: string;
  readonly createCron: CreateMidnightCron;
  readonly logger: Logger;
};

export function createDayRollover({
  store,
  trust,
  today,
  timeZone,
  createCron,
  logger,
}: DayRolloverOptions): DayRollover {
  const { state } = store;
  const cron = createCron({ timeZone, fire: check });
  let writing: Promise<void> | undefined;
  let isRunning = false;
  let isScheduled = false;

  const isRecorded = (date: string): boolean => state.days.includes(date);

  /** Is the day another than the last one told? It costs next to nothing, so it is asked every few seconds. */
  function check(): void {
    if (!isRunning || trust.quality() === 'none' || writing !== undefined) return;
    const date = today();
    if (isRecorded(date)) return;
    writing = store
      .append([{ kind: 'day', v: { date, timeZone } }])
      .then(
        () => {
          logger.info({ date, timeZone }, 'a new day has begun');
        },
        (error: unknown) => {
          logger.debug({ date, reason: messageOf(error) }, 'that a day has begun is not written yet');
        },
      )
      .finally(() => {
        writing = undefined;
      });
  }

  /** The bell goes by a clock that is believed, or not at all. */
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
    async stop() {
      isRunning = false;
      cron.stop();
      await writing;
    },
  };
}
