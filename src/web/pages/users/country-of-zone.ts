/** The country of a time zone, of those offered; undefined: the zone names none, or the browser does not know. */
export function countryOfZone(timeZone: string, countries: readonly string[]): string | undefined {
  if (!timeZone.includes('/')) return undefined;
  return countries.find((country) => timeZonesOf(country).includes(timeZone));
}

/** Older browsers have the property, newer ones the method. */
type ZonedLocale = Intl.Locale & {
  readonly getTimeZones?: () => readonly string[];
  readonly timeZones?: readonly string[];
};

function timeZonesOf(country: string): readonly string[] {
  const locale: ZonedLocale = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
