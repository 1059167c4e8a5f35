import { schedule } from 'node-cron';

/** Fires at midnight of a time zone. Not reliable on its own, see createMidnightCron. */
export type MidnightCron = {
  /** Computes the next midnight from the clock again. */
  readonly reschedule: () => void;
  readonly stop: () => void;
};

export type CreateMidnightCron = (options: { readonly timeZone: string; readonly fire: () => void }) => MidnightCron;

const MIDNIGHT = '0 0 * * *';
/** A process that got no processor time at midnight still fires up to this much later. */
const MAX_DELAY_MS = 3_600_000;

/**
 * node-cron at midnight of the zone. It skips a day whose midnight does not exist, ignores clock steps for up to 24 hours,
 * and fires for every day since 1970 after a step from there. Therefore the callback must check the date itself, the date
 * must also be checked without it, and a clock step requires `reschedule`.
 */
export const createMidnightCron: CreateMidnightCron = ({ timeZone, fire }) => {
  let task: ReturnType<typeof schedule> | undefined;
  function stop(): void {
    void task?.destroy();
    task = undefined;
  }
  return {
    reschedule() {
      stop();
      task = schedule(MIDNIGHT, fire, {
        timezone: timeZone,
        missedExecutionTolerance: MAX_DELAY_MS,
        suppressMissedWarning: true,
      });
    },
    stop,
  };
};
