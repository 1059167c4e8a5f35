import { countryCodes, timeZoneNames } from '../schema/places.js';

/** `languages`: BCP 47 tags, the best liked first; English where none of them is known. */

/** ISO 3166-1 alpha-2 code → name. */
export function countriesIn(languages: readonly string[]): Record<string, string> {
  const names = new Intl.DisplayNames(known(languages), { type: 'region' });
  return Object.fromEntries(countryCodes.map((code) => [code, names.of(code) ?? code]));
}

/** IANA id → description with its offset from UTC at `now` (ms since 1970): `(UTC+01:00) Central European Time, Madrid`. */
export function timeZonesIn(languages: readonly string[], now: number): Record<string, string> {
  const locales = known(languages);
  return Object.fromEntries(timeZoneNames.map((timeZone) => [timeZone, describe(timeZone, locales, now)]));
}

/** The language that these come down to: there are only so many, whatever a client likes. */
export const languageOf = (languages: readonly string[]): string =>
  new Intl.DisplayNames(known(languages), { type: 'region' }).resolvedOptions().locale;

const part = (locales: string[], timeZone: string, timeZoneName: 'longGeneric' | 'longOffset', now: number): string =>
  new Intl.DateTimeFormat(locales, { timeZone, timeZoneName })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

function describe(timeZone: string, locales: string[], now: number): string {
  const offset = part(['en'], timeZone, 'longOffset', now).replace('GMT', '') || '+00:00';
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return `(UTC${offset}) ${part(locales, timeZone, 'longGeneric', now)}, ${place}`;
}

function known(languages: readonly string[]): string[] {
  const valid = languages.filter(isTag);
  return [...Intl.DisplayNames.supportedLocalesOf(valid), 'en'];
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
