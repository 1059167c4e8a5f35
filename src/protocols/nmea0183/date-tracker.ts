const DAY_MS = 86_400_000;

/** The date according to the stream alone, since the gateway may have no battery clock. */
export type DateTracker = {
  /** The instant of a time of day (ms since 1970), or undefined until a date was received. */
  instantOf: (time: number, date: number | undefined) => number | undefined;
};

/**
 * Keeps the last received date, and advances it by a day when the time of day drops by more than twelve hours, so that
 * sentences without a date stay dated correctly across midnight.
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
