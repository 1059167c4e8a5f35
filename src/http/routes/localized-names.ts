import { localizedCountries, resolveLanguage, localizedTimeZones } from '../../domain/localized-names.js';
import { success } from '../../errors.js';
import type { Services } from '../../services/index.js';
import { route, type Route } from '../route.js';

const names = { type: 'object', additionalProperties: { type: 'string' } } as const;

const QUARTER_MS = 900_000;
const MAX_LANGUAGES = 16;

/**
 * Describing hundreds of time zones blocks the gateway for a tenth of a second, so it is done once per language and
 * quarter of an hour: offsets change at no other time.
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

/** These routes have to precede those of users in the table: a user id could be `countries`. */
export function localizedNameRoutes({ time }: Pick<Services, 'time'>): Route[] {
  const timeZonesBy = createTimeZones(() => time.now());
  return [
    route({
      method: 'get',
      path: '/api/users/countries',
      summary: 'Lists the country names by ISO 3166-1 alpha-2 code, in the language of Accept-Language',
      access: 'user',
      responses: { 200: { required: { countries: names } } },
      handle: ({ languages }) => success({ body: { countries: localizedCountries(languages()) } }),
    }),
    route({
      method: 'get',
      path: '/api/users/timeZones',
      summary: 'Lists descriptions of the time zones by IANA id, in the language of Accept-Language',
      access: 'user',
      responses: { 200: { required: { timeZones: names } } },
      handle: ({ languages }) => success({ body: { timeZones: timeZonesBy(languages()) } }),
    }),
  ];
}
