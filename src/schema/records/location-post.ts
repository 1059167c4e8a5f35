import { success, type Result } from '../../errors.js';
import { locationInputSchema, locationsInputSchema, type LocationInput } from './location.js';
import { recordErrors } from '../messages.js';
import { boundsProperties, rangeProperties, readRange, type RecordSearch } from '../time-range.js';
import { customValidator, strictValidator } from '../validator.js';

const validateList = strictValidator(locationsInputSchema);
const validateBare = strictValidator({
  ...locationInputSchema,
  properties: { ...locationInputSchema.properties, ...boundsProperties },
});
const validateOne = strictValidator({
  type: 'object',
  required: ['location'],
  properties: { location: locationInputSchema, ...boundsProperties },
  additionalProperties: false,
});
const validateSeveral = strictValidator({
  type: 'object',
  required: ['locations'],
  properties: { locations: locationsInputSchema, ...boundsProperties },
  additionalProperties: false,
});
const validateRange = strictValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: rangeProperties,
  additionalProperties: false,
});

/** The JSON pointer of a record in its request body. */
export type PointerOf = (index: number) => string;

/** The body of `POST …/locations` either stores locations or finds those of a range. */
export type LocationPost =
  | {
      readonly store: readonly LocationInput[];
      readonly pointerOf: PointerOf;
      /** the body has both ends of a range: the response lists the locations, as the public documentation shows */
      readonly isRange: boolean;
    }
  | { readonly find: RecordSearch };

/** Detects the form of the body first, so that an error refers to the form that the client meant. */
export const readLocationPost = customValidator<LocationPost>(
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
      return mapResult(validateList(body), (store) =>
        success({ store, pointerOf: (index) => `/${index}`, isRange: false }),
      );
    }
    if (hasField(body, 'locations')) {
      return mapResult(validateSeveral(body), ({ locations, from, to }) =>
        storeWithin(locations, (index) => `/locations/${index}`, from, to),
      );
    }
    if (hasField(body, 'location')) {
      return mapResult(validateOne(body), ({ location, from, to }) =>
        storeWithin([location], () => '/location', from, to),
      );
    }
    if (hasField(body, 'dateTime') || hasField(body, 'latitude') || hasField(body, 'longitude')) {
      return mapResult(validateBare(body), ({ from, to, ...location }) => storeWithin([location], () => '', from, to));
    }
    return mapResult(validateRange(body), (range) => mapResult(readRange(range), (find) => success({ find })));
  },
  { ignoreUnknown: true },
);

export const hasField = (body: unknown, name: string): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name);

export const mapResult = <A, B>(result: Result<A>, next: (value: A) => Result<B>): Result<B> =>
  result.ok ? next(result.value) : result;

/** With `from` or `to` in the body, each record must lie within that range. */
function storeWithin(
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
  if (outside < 0) return success({ store, pointerOf, isRange: from !== undefined && to !== undefined });
  return recordErrors.outsideRange(`${pointerOf(outside)}/dateTime`);
}
