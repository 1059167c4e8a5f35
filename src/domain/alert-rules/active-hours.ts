import type { ActiveHours } from '../../schema/alert-rules/alert-rule.js';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const fields = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    formats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { timeZone, ...fields })));
  }
  return format;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Is the moment, ms since 1970, within the hours? Hours over midnight belong to the day on which they begin. */
export function isActiveAt(hours: ActiveHours | undefined, ms: number, timeZone: string): boolean {
  if (hours === undefined) return true;
  const { from, to, days } = hours;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const time = `${parts.get('hour') ?? ''}:${parts.get('minute') ?? ''}`;
  const today = WEEKDAYS.indexOf(parts.get('weekday') ?? '') + 1;
  const isDay = (day: number): boolean => days?.includes(day) ?? true;
  if (from < to) return time >= from && time < to && isDay(today);
  const yesterday = today === 1 ? 7 : today - 1;
  return (time >= from && isDay(today)) || (time < to && isDay(yesterday));
}
