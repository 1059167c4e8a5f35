const DAY_MS = 86_400_000;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** days before each month of a common year */
const DAYS_BEFORE_MONTH = MONTH_LENGTHS.map((_, month) =>
  MONTH_LENGTHS.slice(0, month).reduce((sum, length) => sum + length, 0),
);

/** leap days up to the end of a year */
const countLeapDays = (year: number): number => Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
const LEAP_DAYS_TO_1970 = countLeapDays(1969);

/**
 * Midnight UTC of a day in ms since 1970, or undefined if the calendar has no such day. `Date` would take as long as
 * parsing the rest of a sentence.
 */
export function utcMidnight(year: number, month: number, dayOfMonth: number): number | undefined {
  // 9998, because a caller may add a day. No fix has a year below 100, which `Date` would shift to 19xx.
  if (!(year >= 100 && year <= 9998)) return undefined;
  const leap = countLeapDays(year) - countLeapDays(year - 1);
  const length = (MONTH_LENGTHS[month - 1] ?? 0) + (month === 2 ? leap : 0);
  if (!(dayOfMonth >= 1 && dayOfMonth <= length) || !Number.isInteger(dayOfMonth)) return undefined;
  const years = 365 * (year - 1970) + countLeapDays(year - 1) - LEAP_DAYS_TO_1970;
  return (years + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + (month > 2 ? leap : 0) + dayOfMonth - 1) * DAY_MS;
}

/**
 * ms since midnight; undefined if there is no such time. A leap second, 60, is the last ms of the second before, because
 * the day has 86,400 s; zones differ by quarters of an hour.
 */
export function timeOfDay(hours: number, minutes: number, seconds: number): number | undefined {
  if (!(hours < 24 && minutes < 60 && seconds <= 60)) return undefined;
  const whole = (hours * 60 + minutes) * 60_000;
  if (seconds < 60) return whole + seconds * 1000;
  return minutes % 15 === 14 ? whole + 59_999 : undefined;
}

/**
 * ms since 1970 of a date and time; undefined if there is no such time. A clock that was never set may show zeros or
 * another year before 1970: it counts as the start of 1970.
 */
export function utcInstant(date: readonly number[], time: readonly number[]): number | undefined {
  const [year = NaN, month = NaN, day = NaN] = date;
  const [hours = NaN, minutes = NaN, seconds = NaN] = time;
  const since = timeOfDay(hours, minutes, seconds);
  const midnight = year < 1970 && month <= 12 && day <= 31 ? 0 : utcMidnight(year, month, day);
  if (since === undefined || midnight === undefined) return undefined;
  return midnight === 0 ? 0 : midnight + since;
}

/** The instant (ms since 1970) with this time of day that is nearest to `at`. */
export const nearestInstant = (timeOfDayMs: number, at: number): number =>
  Math.max(0, Math.round((at - timeOfDayMs) / DAY_MS)) * DAY_MS + timeOfDayMs;

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/**
 * Formats instants (ms since 1970; from 1970 on also with a fraction) like `Date.toISOString`, which would take as long
 * as parsing two sentences: the date is cached between fixes.
 */
export function createIsoFormatter(): (instantMs: number) => string {
  let day = NaN;
  let date = '';
  return (exact) => {
    const instant = Math.floor(exact);
    const today = Math.floor(instant / DAY_MS);
    if (today !== day) {
      day = today;
      date = new Date(instant).toISOString().slice(0, 11);
    }
    const time = instant - today * DAY_MS;
    const seconds = Math.floor(time / 1000);
    const clock = `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
    return `${date}${clock}.${String(time % 1000).padStart(3, '0')}Z`;
  };
}

const twoDigits = (value: number): string => TWO_DIGITS[Math.floor(value)] ?? '';
