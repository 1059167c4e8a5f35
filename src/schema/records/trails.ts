import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema } from '../common.js';

/** The most that one answer has; a map shows no more. */
export const MAX_TRAILS = 100;
export const MAX_TRAIL_POINTS = 30;
const MAX_TRAIL_MINUTES = 15;

export const trailQueryProperties = {
  minutes: { type: 'integer', minimum: 1, maximum: MAX_TRAIL_MINUTES, default: 5 },
} as const;

const trailSchema = {
  type: 'object',
  required: ['deviceId', 'points'],
  properties: {
    deviceId: idSchema,
    points: {
      type: 'array',
      maxItems: MAX_TRAIL_POINTS,
      items: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
      description: 'each is [seconds after `from`, latitude, longitude], in order of time',
    },
  },
  additionalProperties: false,
} as const;

export const trailFields = {
  from: { ...instantSchema, description: 'start of the trails' },
  trails: { type: 'array', maxItems: MAX_TRAILS, items: trailSchema },
} as const;

type Trail = Readonly<FromSchema<typeof trailSchema>>;
export type TrailView = Omit<Trail, 'points'> & { readonly points: readonly (readonly [number, number, number])[] };
/** The last minutes of the devices that moved most recently. */
export type TrailsView = { readonly from: string; readonly trails: readonly TrailView[] };
