import { failure, success, type Result } from '../errors.js';
import { locationInputSchema, locationsInputSchema, validateLocationsInput, type LocationInput } from './location.js';
import { boundsProperties, rangeProperties, readRange, type Find } from './range.js';
import { reader, validator } from './validator.js';

const validateBare = validator({
  ...locationInputSchema,
  properties: { ...locationInputSchema.properties, ...boundsProperties },
});
const validateOne = validator({
  type: 'object',
  required: ['location'],
  properties: { location: locationInputSchema, ...boundsProperties },
  additionalProperties: false,
});
const validateSeveral = validator({
  type: 'object',
  required: ['locations'],
  properties: { locations: locationsInputSchema, ...boundsProperties },
  additionalProperties: false,
});
const validateRange = validator({
  type: 'object',
  required: ['from', 'to'],
  properties: rangeProperties,
  additionalProperties: false,
});

/** The JSON pointer of a record in the body it came in. */
export type PointerOf = (place: number) => string;

/** What a body of `POST …/locations` asks for: to store records, or to find those of a range. */
export type LocationPost =
  { readonly store: readonly LocationInput[]; readonly pointerOf: PointerOf } | { readonly find: Find };

/** Tells the forms of the body apart, so that an error speaks of the form that was meant. */
export const readLocationPost = reader<LocationPost>(
  {
    anyOf: [
      validateOne.schema,
      validateSeveral.schema,
      validateBare.schema,
      locationsInputSchema,
      validateRange.schema,
    ],
  },
  (body) => {
    if (Array.isArray(body)) {
      return mapped(validateLocationsInput(body), (store) => success({ store, pointerOf: (place) => `/${place}` }));
    }
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
    return mapped(validateRange(body), (range) => mapped(readRange(range), (find) => success({ find })));
  },
);

export const has = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name);

export const mapped = <A, B>(result: Result<A>, next: (value: A) => Result<B>): Result<B> =>
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
