import { localizedCountries, resolveLanguage, localizedTimeZones } from '../../domain/localized-names.js';
import { success } from '../../errors.js';
import { route, type Route } from '../route.js';

const names = { type: 'object', additionalProperties: { type: 'string' } } as const;

const QUARTER_MS = 900_000;
const MAX_LANGUAGES = 16;

/**
 * To describe hundreds of time zones takes a tenth of a second in which nothing else is answered, so it is done once a
 * language and quarter of an hour: offsets change at no other time.
 */
function createTimeZones(now: () => number): (languages: readonly string[]) => Record<string, string> {
  const cache = new Map<string, Record<string, string>>();
  let cachedQuarter = NaN;
  return (languages) => {
    const quarter = Math.floor(now() / QUARTER_MS);
    if (quarter !== cachedQuarter || cache.size >= MAX_LANGUAGES) cache.clear();
    cachedQuarter = quarter;
    const language = resolveLanguage(languages);
    const described = cache.get(language) ?? localizedTimeZones([language], now());
    cache.set(language, described);
    return described;
  };
}

/** They stand before the rows of users in the table: an id could be `countries`. */
export function localizedNameRoutes({ now }: { readonly now: () => number }): Route[] {
  const timeZonesBy = createTimeZones(now);
  return [
    route({
      method: 'get',
      path: '/api/users/countries',
      summary: 'Names of the countries by ISO 3166-1 alpha-2 code, in the language of Accept-Language',
      access: 'user',
      responses: { 200: { required: { countries: names } } },
      handle: ({ languages }) => success({ body: { countries: localizedCountries(languages()) } }),
    }),
    route({
      method: 'get',
      path: '/api/users/timeZones',
      summary: 'Descriptions of the time zones by IANA id, in the language of Accept-Language',
      access: 'user',
      responses: { 200: { required: { timeZones: names } } },
      handle: ({ languages }) => success({ body: { timeZones: timeZonesBy(languages()) } }),
    }),
  ];
}
