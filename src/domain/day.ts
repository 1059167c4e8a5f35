const formats = new Map<string, Intl.DateTimeFormat>();

/** The date on the wall calendar of `timeZone` (IANA) at `now` (ms since 1970): `2026-11-21`. */
export function localDate(now: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // The Canadian English short date is the ISO one.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(now);
}
