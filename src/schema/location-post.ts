import { failure, success, type Result } from '../errors.js';
import { instantSchema } from './common.js';
import { locationInputSchema, locationsInputSchema, validateLocationsInput, type LocationInput } from './location.js';
import { validator } from './validator.js';

/** How many records one page may have. */
const MOST_RECORDS = 10_000;

const bounds = { from: instantSchema, to: instantSchema } as const;

const validateBare = validator({
  ...locationInputSchema,
  properties: { ...locationInputSchema.properties, ...bounds },
});
const validateOne = validator({
  type: 'object',
  required: ['location'],
  properties: { location: locationInputSchema, ...bounds },
  additionalProperties: false,
});
const validateSeveral = validator({
  type: 'object',
  required: ['locations'],
  properties: { locations: locationsInputSchema, ...bounds },
  additionalProperties: false,
});
const validateRange = validator({
  type: 'object',
  required: ['from', 'to'],
  properties: {
    ...bounds,
    limit: { type: 'integer', minimum: 1, maximum: MOST_RECORDS, default: MOST_RECORDS },
    cursor: { type: 'string', maxLength: 64 },
  },
  additionalProperties: false,
});

/** Both ends included, ms since 1970. */
export type Range = { readonly from: number; readonly to: number };

/** The JSON pointer of a record in the body it came in. */
type PointerOf = (place: number) => string;

/** What a body of `POST …/locations` asks for: to store records, or to find those of a range. */
export type LocationPost =
  | { readonly store: readonly LocationInput[]; readonly pointerOf: PointerOf }
  | { readonly find: Range & { readonly limit: number; readonly cursor?: string } };

/** Tells the forms of the body apart, so that an error speaks of the form that was meant. */
export function readLocationPost(body: unknown): Result<LocationPost> {
  if (Array.isArray(body))
    return mapped(validateLocationsInput(body), (store) => success({ store, pointerOf: (place) => `/${place}` }));
  if (has(body, 'locations')) {
    return mapped(validateSeveral(body), ({ locations, from, to }) =>
      within(locations, (place) => `/locations/${place}`, from, to),
    );
  }
  if (has(body, 'location')) {
    return mapped(validateOne(body), ({ location, from, to }) => within([location], () => '/location', from, to));
  }
  if (has(body, 'dateTime') || has(body, 'latitude') || has(body, 'longitude')) {
    return mapped(validateBare(body), ({ from, to, ...location }) => within([location], () => '', from, to));
  }
  return mapped(validateRange(body), ({ from, to, limit, cursor }) => {
    const range = { from: Date.parse(from), to: Date.parse(to) };
    if (range.from > range.to) return failure('validation_failed', '/from must not be later than /to');
    return success({ find: { ...range, limit, ...(cursor === undefined ? {} : { cursor }) } });
  });
}

const has = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name);

const mapped = <A, B>(result: Result<A>, next: (value: A) => Result<B>): Result<B> =>
  result.ok ? next(result.value) : result;

/** `from` and `to` may stand beside what is to be stored; then each record must lie within. */
function within(
  store: readonly LocationInput[],
  pointerOf: PointerOf,
  from?: string,
  to?: string,
): Result<LocationPost> {
  const [earliest, latest] = [
    from === undefined ? -Infinity : Date.parse(from),
    to === undefined ? Infinity : Date.parse(to),
  ];
  const outside = store.findIndex(({ dateTime }) => Date.parse(dateTime) < earliest || Date.parse(dateTime) > latest);
  if (outside < 0) return success({ store, pointerOf });
  return failure('validation_failed', `${pointerOf(outside)}/dateTime must lie between /from and /to`);
}
