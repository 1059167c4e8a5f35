type Zone = { readonly format: Intl.DateTimeFormat; second: number; date: string };

const zones = new Map<string, Zone>();

/** The date on the wall calendar of `timeZone` (IANA) at `now` (ms since 1970): `2026-11-21`. */
export function localDate(now: number, timeZone: string): string {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    // The Canadian English short date is the ISO one.
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    zone = { format, second: NaN, date: '' };
    zones.set(timeZone, zone);
  }
  // It is asked for with every request, and no day begins within a second.
  const second = Math.floor(now / 1000);
  if (second !== zone.second) {
    zone.date = zone.format.format(now);
    zone.second = second;
  }
  return zone.date;
}
