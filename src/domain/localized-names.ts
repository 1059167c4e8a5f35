import { COUNTRY_CODES, timeZoneNames } from '../schema/countries-and-zones.js';

/** `languages`: BCP 47 tags by preference; English if none is supported. */

/** ISO 3166-1 alpha-2 code → name. */
export function localizedCountries(languages: readonly string[]): Record<string, string> {
  const names = new Intl.DisplayNames(supportedLocales(languages), { type: 'region' });
  return Object.fromEntries(COUNTRY_CODES.map((code) => [code, names.of(code) ?? code]));
}

/** IANA id → description with its offset from UTC at `now` (ms since 1970): `(UTC+01:00) Central European Time, Madrid`. */
export function localizedTimeZones(languages: readonly string[], now: number): Record<string, string> {
  const locales = supportedLocales(languages);
  return Object.fromEntries(timeZoneNames().map((timeZone) => [timeZone, describeZone(timeZone, locales, now)]));
}

/** The supported language for these tags: a bounded set, unlike the tags of clients. */
export const resolveLanguage = (languages: readonly string[]): string =>
  new Intl.DisplayNames(supportedLocales(languages), { type: 'region' }).resolvedOptions().locale;

const zoneNamePart = (
  locales: string[],
  timeZone: string,
  timeZoneName: 'longGeneric' | 'longOffset',
  now: number,
): string =>
  new Intl.DateTimeFormat(locales, { timeZone, timeZoneName })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

function describeZone(timeZone: string, locales: string[], now: number): string {
  const offset = zoneNamePart(['en'], timeZone, 'longOffset', now).replace('GMT', '') || '+00:00';
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return `(UTC${offset}) ${zoneNamePart(locales, timeZone, 'longGeneric', now)}, ${city}`;
}

function supportedLocales(languages: readonly string[]): string[] {
  const valid = languages.filter(isLanguageTag);
  return [...Intl.DisplayNames.supportedLocalesOf(valid), 'en'];
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
