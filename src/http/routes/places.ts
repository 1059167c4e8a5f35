import { countriesIn, timeZonesIn } from '../../domain/places.js';
import { success } from '../../errors.js';
import { route, type Route } from '../route.js';

const names = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** They stand before the rows of users in the table: an id could be `countries`. */
export const placeRoutes = ({ now }: { readonly now: () => number }): Route[] => [
  route({
    method: 'get',
    path: '/api/users/countries',
    summary: 'Names of the countries by ISO 3166-1 alpha-2 code, in the language of Accept-Language',
    access: 'user',
    answers: { 200: { required: { countries: names } } },
    handle: ({ languages }) => success({ body: { countries: countriesIn(languages) } }),
  }),
  route({
    method: 'get',
    path: '/api/users/timeZones',
    summary: 'Descriptions of the time zones by IANA id, in the language of Accept-Language',
    access: 'user',
    answers: { 200: { required: { timeZones: names } } },
    handle: ({ languages }) => success({ body: { timeZones: timeZonesIn(languages, now()) } }),
  }),
];
