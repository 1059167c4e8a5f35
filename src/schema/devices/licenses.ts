import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema } from '../common.js';

const count = { type: 'integer', minimum: 0 } as const;

const countProperties = {
  total: count,
  used: { ...count, description: 'by non-expired devices' },
  available: count,
  overUse: { ...count, description: 'used beyond the total, for example after it was lowered' },
} as const;
const COUNT_NAMES = ['total', 'used', 'available', 'overUse'] as const;

/** `available` is never negative: it is 0 while `overUse` is above 0. */
export type Licenses = Readonly<Record<(typeof COUNT_NAMES)[number], number>>;

const objectSchema = <const P extends object, const R extends readonly string[]>(properties: P, required: R) =>
  ({ type: 'object', required, properties, additionalProperties: false }) as const;

/** Licenses that become free by expiry. */
const forecastSchema = objectSchema(
  {
    days: { ...count, description: 'days that the forecast covers' },
    byDay: {
      type: 'array',
      items: objectSchema({ date: { type: 'string', format: 'date' }, count }, ['date', 'count']),
      description: 'licenses that become free on a local date; dates with none are omitted',
    },
    expiries: {
      type: 'array',
      items: objectSchema({ deviceId: idSchema, expires: instantSchema }, ['deviceId', 'expires']),
      description: 'visible devices that expire, the next first, at most 1,000',
    },
  },
  ['days', 'byDay', 'expiries'],
);
export type Forecast = Readonly<FromSchema<typeof forecastSchema>>;

export const licensesSchema = objectSchema({ ...countProperties, forecast: forecastSchema }, [
  ...COUNT_NAMES,
  'forecast',
]);
