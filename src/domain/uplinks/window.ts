const MINUTES_OF_DAY = 1_440;
const formats = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(now: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return minutesOf(format.format(now));
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The local time is in the window, like `22:00-05:00`: from its first minute up to, not including, its second one. Equal
 * ends: all day. Judged by the wall clock, so that an hour that is skipped or passed twice changes only its length.
 */
export function isInWindow(window: string | undefined, now: number, timeZone: string): boolean {
  if (window === undefined) return true;
  const [from, to] = [minutesOf(window.slice(0, 5)), minutesOf(window.slice(6))];
  const length = (to - from + MINUTES_OF_DAY) % MINUTES_OF_DAY || MINUTES_OF_DAY;
  return (minuteOfDay(now, timeZone) - from + MINUTES_OF_DAY) % MINUTES_OF_DAY < length;
}
