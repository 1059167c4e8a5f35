import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema, nullable } from '../common.js';

/** Worst first. */
export const CLOCK_QUALITIES = ['none', 'saved', 'rtc', 'gps', 'ntp'] as const;

/** How far the gateway's clock is to be believed. */
export type ClockQuality = (typeof CLOCK_QUALITIES)[number];

export const clockQualitySchema = {
  enum: CLOCK_QUALITIES,
  description:
    'how far the clock is to be believed; none: it is not; saved: it goes on from a saved time; rtc: a battery clock; gps: satellites; ntp: time servers',
} as const;

export const clockReasonSchema = {
  type: ['string', 'null'],
  description: 'why the clock is not believed, and what to do; null while it is',
} as const;

const sourceSchema = {
  type: 'object',
  required: ['name', 'says', 'ahead'],
  properties: {
    name: { enum: ['ntp', 'gps', 'rtc', 'store', 'program'] },
    says: { type: 'string', description: 'what it has to say, in words' },
    ahead: { type: ['number', 'null'], description: 's by which the clock is ahead of it; null: it tells no time' },
  },
  additionalProperties: false,
} as const;
export type ClockSource = Readonly<FromSchema<typeof sourceSchema>>;

const count = { type: 'number', minimum: 0 } as const;

export const clockProperties = {
  now: { ...instantSchema, description: 'by the clock as it is' },
  quality: clockQualitySchema,
  reason: clockReasonSchema,
  sources: { type: 'array', items: sourceSchema, description: 'what there is to judge the clock by' },
  timeZone: { type: 'string' },
  localDate: { type: 'string', format: 'date', description: 'the day that the daily counters belong to' },
  nextMidnight: nullable({ ...instantSchema, description: 'when the next local date begins; null: not known' }),
  bootId: { type: 'string', description: 'of this run of the gateway, as in the log' },
  upSeconds: count,
} as const;

/** The clock as it is shown. */
export type ClockView = {
  readonly [Name in keyof typeof clockProperties]: FromSchema<(typeof clockProperties)[Name]>;
};
