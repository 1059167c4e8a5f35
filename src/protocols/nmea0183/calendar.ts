const dayMs = 86_400_000;

/** Which day it is, by the stream alone: the wall clock of a box without a battery clock is worth less. */
export type Calendar = {
  /** The instant of a time of day (ms since 1970), or nothing as long as no date was heard. */
  at: (time: number, date: number | undefined) => number | undefined;
};

/**
 * Keeps the last date heard and moves it on a day when the time of day falls by more than twelve hours: sentences without
 * a date go on being dated across midnight.
 */
export function createCalendar(): Calendar {
  let today: number | undefined;
  let last: number | undefined;
  return {
    at(time, date) {
      if (date !== undefined) today = date;
      else if (today !== undefined && last !== undefined && last - time > dayMs / 2) today += dayMs;
      last = time;
      return today === undefined ? undefined : today + time;
    },
  };
}
