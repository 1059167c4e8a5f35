import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema, nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';

/** Worst first. */
const CLOCK_QUALITIES = ['none', 'saved', 'rtc', 'gps', 'ntp'] as const;

/** How far the gateway clock can be trusted. */
export type ClockQuality = (typeof CLOCK_QUALITIES)[number];

export const clockQualitySchema = {
  enum: CLOCK_QUALITIES,
  description:
    'how far the clock can be trusted; none: not at all; saved: continues from a saved time; rtc: battery clock; gps: satellites; ntp: time servers',
} as const;

export const clockReasonSchema = {
  type: ['string', 'null'],
  description: 'why the clock is not trusted, and what to do; null while it is trusted',
} as const;

const sourceSchema = {
  type: 'object',
  required: ['name', 'message', 'messageData', 'ahead'],
  properties: {
    name: { enum: ['ntp', 'gps', 'rtc', 'store', 'program'] },
    message: { type: 'string', description: 'what this source reports, as text' },
    messageData: gatewayMessageSchema,
    ahead: {
      type: ['number', 'null'],
      description: 's by which the clock is ahead of this source; null: it provides no time',
    },
  },
  additionalProperties: false,
} as const;
export type ClockSource = Readonly<FromSchema<typeof sourceSchema>>;

const count = { type: 'number', minimum: 0 } as const;

export const clockProperties = {
  now: { ...instantSchema, description: 'current time of the clock, trusted or not' },
  quality: clockQualitySchema,
  reason: clockReasonSchema,
  reasonData: nullable(gatewayMessageSchema),
  sources: { type: 'array', items: sourceSchema, description: 'sources that the clock is compared with' },
  timeZone: { type: 'string' },
  localDate: { type: 'string', format: 'date', description: 'local date of the daily counters' },
  nextMidnight: nullable({ ...instantSchema, description: 'when the next local date starts; null: not known' }),
  bootId: { type: 'string', description: 'id of this run of the gateway, as in the log' },
  upSeconds: count,
} as const;

/** The clock as the API returns it. */
export type ClockView = {
  readonly [Name in keyof typeof clockProperties]: FromSchema<(typeof clockProperties)[Name]>;
};
