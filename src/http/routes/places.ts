import { countriesIn, languageOf, timeZonesIn } from '../../domain/places.js';
import { success } from '../../errors.js';
import { route, type Route } from '../route.js';

const names = { type: 'object', additionalProperties: { type: 'string' } } as const;

const QUARTER_MS = 900_000;
const MOST_LANGUAGES = 16;

/**
 * To describe hundreds of time zones takes a tenth of a second in which nothing else is answered, so it is done once a
 * language and quarter of an hour: offsets change at no other time.
 */
function createTimeZones(now: () => number): (languages: readonly string[]) => Record<string, string> {
  const kept = new Map<string, Record<string, string>>();
  let keptFor = NaN;
  return (languages) => {
    const quarter = Math.floor(now() / QUARTER_MS);
    if (quarter !== keptFor || kept.size >= MOST_LANGUAGES) kept.clear();
    keptFor = quarter;
    const language = languageOf(languages);
    const described = kept.get(language) ?? timeZonesIn([language], now());
    kept.set(language, described);
    return described;
  };
}

/** They stand before the rows of users in the table: an id could be `countries`. */
export function placeRoutes({ now }: { readonly now: () => number }): Route[] {
  const timeZonesBy = createTimeZones(now);
  return [
    route({
      method: 'get',
      path: '/api/users/countries',
      summary: 'Names of the countries by ISO 3166-1 alpha-2 code, in the language of Accept-Language',
      access: 'user',
      answers: { 200: { required: { countries: names } } },
      handle: ({ languages }) => success({ body: { countries: countriesIn(languages()) } }),
    }),
    route({
      method: 'get',
      path: '/api/users/timeZones',
      summary: 'Descriptions of the time zones by IANA id, in the language of Accept-Language',
      access: 'user',
      answers: { 200: { required: { timeZones: names } } },
      handle: ({ languages }) => success({ body: { timeZones: timeZonesBy(languages()) } }),
    }),
  ];
}
