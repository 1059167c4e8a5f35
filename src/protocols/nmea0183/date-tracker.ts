const DAY_MS = 86_400_000;

/** Which day it is, by the stream alone: the wall clock of a box without a battery clock is worth less. */
export type DateTracker = {
  /** The instant of a time of day (ms since 1970), or nothing as long as no date was heard. */
  instantOf: (time: number, date: number | undefined) => number | undefined;
};

/**
 * Keeps the last date heard and moves it on a day when the time of day falls by more than twelve hours: sentences without
 * a date go on being dated across midnight.
 */
export function createDateTracker(): DateTracker {
  let currentDate: number | undefined;
  let lastTime: number | undefined;
  return {
    instantOf(time, date) {
      if (date !== undefined) currentDate = date;
      else if (currentDate !== undefined && lastTime !== undefined && lastTime - time > DAY_MS / 2)
        currentDate += DAY_MS;
      lastTime = time;
      return currentDate === undefined ? undefined : currentDate + time;
    },
  };
}
