import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';
import { csvQueryProperties } from './csv-query.js';
import { boundsProperties } from '../time-range.js';

/** A month in any time zone, and a day more. A longer range is refused. */
export const MAX_TRIP_DAYS = 32;
/** Trips, stops, gaps and zone visits of one answer, all together. A range with more is refused. */
export const MAX_TRIP_ITEMS = 20_000;

const TRIP_FORMAT_NAMES = ['json', 'csv'] as const;

export const tripQueryProperties = {
  ...boundsProperties,
  format: { enum: TRIP_FORMAT_NAMES, default: 'json' },
  ...csvQueryProperties,
} as const;

const seconds = { type: 'number', minimum: 0, description: 's, from `from` to `to`' } as const;
const latitude = { type: 'number', minimum: -90, maximum: 90, description: 'degrees' } as const;
const longitude = { type: 'number', minimum: -180, maximum: 180, description: 'degrees' } as const;
const zone = {
  ...nullable(idSchema),
  description: 'id of the zone that the device was in, the one entered last if several; null: in none',
} as const;

/** What every item has. At an edge of the range it is cut off: `openStart`, `openEnd`. */
const spanProperties = {
  from: { ...instantSchema, description: 'start, never before the start of the range' },
  to: { ...instantSchema, description: 'end, never after the end of the range' },
  openStart: { type: 'boolean', description: 'it began before the range: `from` is not its start' },
  openEnd: {
    type: 'boolean',
    description: 'it goes on after the range or the last record, as far as known: `to` is not its end',
  },
} as const;
const spanFields = ['from', 'to', 'openStart', 'openEnd'] as const;

const tripPlaceSchema = {
  type: 'object',
  required: ['latitude', 'longitude', 'zone'],
  properties: { latitude, longitude, zone },
  additionalProperties: false,
} as const;

const zoneVisitSchema = {
  type: 'object',
  required: ['zone', ...spanFields],
  properties: { zone: { ...idSchema, description: 'id of the zone' }, ...spanProperties },
  additionalProperties: false,
} as const;

/** The movement between two stops or gaps. */
export const tripSchema = {
  type: 'object',
  required: [
    ...spanFields,
    'duration',
    'distance',
    'maximumSpeed',
    'averageSpeed',
    'idleTime',
    'start',
    'end',
    'zoneVisits',
  ],
  properties: {
    ...spanProperties,
    duration: seconds,
    distance: { type: 'number', minimum: 0, description: 'm on the ellipsoid, from fix to fix' },
    maximumSpeed: { type: 'number', minimum: 0, description: 'm/s' },
    averageSpeed: { type: 'number', minimum: 0, description: 'm/s: distance by duration' },
    idleTime: { type: 'number', minimum: 0, description: 's slower than 1.5 m/s without a stop' },
    start: { ...tripPlaceSchema, description: 'its first fix in the range' },
    end: { ...tripPlaceSchema, description: 'its last fix in the range' },
    zoneVisits: {
      type: 'array',
      items: zoneVisitSchema,
      description: 'stays in zones during the trip, cut off at its start and end',
    },
  },
  additionalProperties: false,
} as const;

/** A stay at one place for at least 3 minutes. */
export const stopSchema = {
  type: 'object',
  required: [...spanFields, 'duration', 'latitude', 'longitude', 'zone'],
  properties: { ...spanProperties, duration: seconds, latitude, longitude, zone },
  additionalProperties: false,
} as const;

/** A time without records. */
const tripGapSchema = {
  type: 'object',
  required: spanFields,
  properties: spanProperties,
  additionalProperties: false,
} as const;

export const tripsFields = {
  trips: { type: 'array', items: tripSchema },
  stops: { type: 'array', items: stopSchema },
  gaps: { type: 'array', items: tripGapSchema, description: 'times without records: no trip and no stop spans one' },
  zoneVisits: {
    type: 'array',
    items: zoneVisitSchema,
    description: 'stays in zones; a stay goes on through a gap if the device is still there after it',
  },
} as const;

export type Trip = Readonly<FromSchema<typeof tripSchema>>;
export type Stop = Readonly<FromSchema<typeof stopSchema>>;
export type TripGap = Readonly<FromSchema<typeof tripGapSchema>>;
export type ZoneVisit = Readonly<FromSchema<typeof zoneVisitSchema>>;
export type TripPlace = Readonly<FromSchema<typeof tripPlaceSchema>>;

/** The trips of one device in a range, each list in order of time. */
export type TripsView = {
  readonly trips: readonly Trip[];
  readonly stops: readonly Stop[];
  readonly gaps: readonly TripGap[];
  readonly zoneVisits: readonly ZoneVisit[];
};
