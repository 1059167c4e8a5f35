import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema } from './common.js';

const count = { type: 'integer', minimum: 0 } as const;

const counts = {
  total: count,
  used: { ...count, description: 'by devices that are not expired' },
  available: count,
  overUse: { ...count, description: 'more are used than there are by so many, as after the total was lowered' },
} as const;
const countNames = ['total', 'used', 'available', 'overUse'] as const;

/** `available` is 0 when more are used than there are, as after the total was lowered. */
export type Licenses = Readonly<Record<(typeof countNames)[number], number>>;

const object = <const P extends object, const R extends readonly string[]>(properties: P, required: R) =>
  ({ type: 'object', required, properties, additionalProperties: false }) as const;

/** What becomes free by itself, as things stand. */
export const forecastSchema = object(
  {
    days: { ...count, description: 'how far ahead it looks' },
    byDay: {
      type: 'array',
      items: object({ date: { type: 'string', format: 'date' }, count }, ['date', 'count']),
      description: 'licences that become free on a local date; dates with none are left out',
    },
    expiries: {
      type: 'array',
      items: object({ deviceId: idSchema, expires: instantSchema }, ['deviceId', 'expires']),
      description: 'of the devices in sight: which, the next ones first, 1,000 at most',
    },
  },
  ['days', 'byDay', 'expiries'],
);
export type Forecast = Readonly<FromSchema<typeof forecastSchema>>;

export const licensesSchema = object({ ...counts, forecast: forecastSchema }, [...countNames, 'forecast']);
