import type { FromSchema } from 'json-schema-to-ts';
import { attributesSchema, gatewaySchema, instantSchema, percentSchema } from '../common.js';
import { validator } from '../validator.js';
import { driverIdInputSchema } from './driver.js';

/** The texts of one field: few and short. */
const textsSchema = { type: 'array', maxItems: 32, items: { type: 'string', maxLength: 256 } } as const;
/** Digital inputs or outputs in their order, the first one first. */
const switchesSchema = { type: 'array', maxItems: 64, items: { type: 'boolean' } } as const;

const celsius = { type: 'number', minimum: -273.15, maximum: 10_000 } as const;

const properties = {
  dateTime: { ...instantSchema, description: 'time of the fix' },
  latitude: { type: 'number', minimum: -90, maximum: 90, description: 'degrees, WGS 84, north positive' },
  longitude: { type: 'number', minimum: -180, maximum: 180, description: 'degrees, WGS 84, east positive' },
  speed: { type: 'number', minimum: 0, maximum: 100_000, description: 'm/s over ground' },
  course: { type: 'number', minimum: 0, exclusiveMaximum: 360, description: 'degrees from true north, clockwise' },
  battery: { ...percentSchema, description: '%' },
  fuel: { ...percentSchema, description: '%' },
  fuel2: { ...percentSchema, description: '%' },
  temperature: { ...celsius, description: '°C' },
  temperature2: { ...celsius, description: '°C' },
  sensorTime1: { type: 'integer', minimum: 0, description: 's' },
  sensorTime2: { type: 'integer', minimum: 0, description: 's' },
  sensorTime3: { type: 'integer', minimum: 0, description: 's' },
  sensorTime4: { type: 'integer', minimum: 0, description: 's' },
  inactiveSeconds: { type: 'integer', minimum: 0, description: 's' },
  rpm: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  milleage: { type: 'number', minimum: 0, description: 'km; spelled as in the public API' },
  warningTexts: textsSchema,
  alertTexts: textsSchema,
  alerts: {
    ...textsSchema,
    description: 'stored and returned; in lastLocation, with the active alerts; to raise alerts, post them as alerts',
  },
  warnings: textsSchema,
  hasCriticalAlert: { type: 'boolean' },
  accessoriesAttributes: {
    type: 'array',
    maxItems: 16,
    items: attributesSchema,
    description: 'values of accessories, a flat map for each',
  },
  inputs: { ...switchesSchema, description: 'states of digital inputs, the first one first' },
  outputs: { ...switchesSchema, description: 'states of digital outputs, the first one first' },
  altitude: { type: 'number', minimum: -20_000, maximum: 10_000_000, description: 'm above mean sea level' },
  accuracy: { type: 'number', minimum: 0, maximum: 100_000_000, description: 'm, horizontal' },
  satellites: { type: 'integer', minimum: 0, maximum: 1000, description: 'used in the fix' },
  attributes: { ...attributesSchema, description: 'values without a field of their own' },
} as const;

/** Why the fix of a location does not count; its record and its values do. */
export const UNFIT_REASONS = ['noFix', 'vague', 'jump'] as const;
export type Unfit = (typeof UNFIT_REASONS)[number];

const required = ['dateTime', 'latitude', 'longitude'] as const;

/** One fix as stored and returned. */
export const locationSchema = {
  type: 'object',
  required,
  properties: {
    ...properties,
    gateway: gatewaySchema,
    unfit: {
      type: 'string',
      enum: UNFIT_REASONS,
      description:
        'why the fix does not count: no fix (exactly 0,0), too vague, or an impossible jump; left out: it does',
    },
  },
  additionalProperties: false,
} as const;
export type Location = FromSchema<typeof locationSchema>;

/** As input, a percentage may have a fraction: it is rounded. */
const percentInput = { type: 'number', minimum: 0, maximum: 100, description: '%; rounded to an integer' } as const;

/** One fix as clients send it: a course of 360, `mileage` and the id of a driver are accepted too, and `unfit` is not read. */
export const locationInputSchema = {
  type: 'object',
  required,
  properties: {
    ...properties,
    course: { type: 'number', minimum: 0, maximum: 360 },
    battery: percentInput,
    fuel: percentInput,
    fuel2: percentInput,
    mileage: properties.milleage,
    driverId: { ...driverIdInputSchema, description: 'kept as `attributes.driverId`; empty or all zeros: none' },
    unfit: { description: 'ignored: the gateway judges each fix itself' },
  },
  additionalProperties: false,
} as const;
export type LocationInput = FromSchema<typeof locationInputSchema>;

export const validateLocationInput = validator(locationInputSchema);

/** The locations of one request. */
export const locationsInputSchema = { type: 'array', minItems: 1, maxItems: 1000, items: locationInputSchema } as const;
