import { schedule } from 'node-cron';

/** Rings at midnight of a zone, as far as it can tell. */
export type MidnightCron = {
  /** Anew from the clock as it is now: the bell does not notice that it was set. */
  readonly reschedule: () => void;
  readonly stop: () => void;
};

export type CreateMidnightCron = (options: { readonly timeZone: string; readonly fire: () => void }) => MidnightCron;

const MIDNIGHT = '0 0 * * *';
/** A process that got no processor time at midnight is late, not too late. */
const MAX_DELAY_MS = 3_600_000;

/**
 * node-cron at midnight of the zone. It skips a day whose midnight does not exist, does not notice for up to 24 hours that
 * the clock was set, and goes through every day since 1970 when it was: who hears it looks at the date himself, also when
 * it does not ring, and sets it anew whenever the clock was set.
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
