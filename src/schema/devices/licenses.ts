import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema } from '../common.js';

const count = { type: 'integer', minimum: 0 } as const;

const countProperties = {
  total: count,
  used: { ...count, description: 'by devices that are not expired' },
  available: count,
  overUse: { ...count, description: 'more are used than there are by so many, as after the total was lowered' },
} as const;
const COUNT_NAMES = ['total', 'used', 'available', 'overUse'] as const;

/** `available` is 0 when more are used than there are, as after the total was lowered. */
export type Licenses = Readonly<Record<(typeof COUNT_NAMES)[number], number>>;

const objectSchema = <const P extends object, const R extends readonly string[]>(properties: P, required: R) =>
  ({ type: 'object', required, properties, additionalProperties: false }) as const;

/** What becomes free by itself, as things stand. */
export const forecastSchema = objectSchema(
  {
    days: { ...count, description: 'how far ahead it looks' },
    byDay: {
      type: 'array',
      items: objectSchema({ date: { type: 'string', format: 'date' }, count }, ['date', 'count']),
      description: 'licences that become free on a local date; dates with none are left out',
    },
    expiries: {
      type: 'array',
      items: objectSchema({ deviceId: idSchema, expires: instantSchema }, ['deviceId', 'expires']),
      description: 'of the devices in sight: which, the next ones first, 1,000 at most',
    },
  },
  ['days', 'byDay', 'expiries'],
);
export type Forecast = Readonly<FromSchema<typeof forecastSchema>>;

export const licensesSchema = objectSchema({ ...countProperties, forecast: forecastSchema }, [
  ...COUNT_NAMES,
  'forecast',
]);
