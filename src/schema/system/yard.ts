import type { FromSchema } from 'json-schema-to-ts';
import { nullable } from '../common.js';
import { validator } from '../validator.js';

export const YARD_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type YardType = (typeof YARD_TYPES)[number];

const MAX_LATITUDE = 85;
const MIN_WIDTH_M = 1;
const MAX_WIDTH_M = 100_000;

const latitude = { type: 'number', minimum: -90, maximum: 90 } as const;
const longitude = { type: 'number', minimum: -180, maximum: 180 } as const;

/** Where the picture lies on the map. */
const yardPlaceSchema = {
  type: 'object',
  required: ['latitude', 'longitude', 'widthMeters'],
  properties: {
    latitude: { ...latitude, minimum: -MAX_LATITUDE, maximum: MAX_LATITUDE, description: 'of the center' },
    longitude: { ...longitude, description: 'of the center' },
    widthMeters: { type: 'number', minimum: MIN_WIDTH_M, maximum: MAX_WIDTH_M, description: 'width of the picture' },
    rotation: {
      type: 'number',
      minimum: -360,
      maximum: 360,
      default: 0,
      description: 'degrees clockwise from the position with north at the top',
    },
  },
  additionalProperties: false,
} as const;
export type YardPlace = Readonly<FromSchema<typeof yardPlaceSchema>>;
export const validateYardPlace = validator(yardPlaceSchema);

const side = { type: 'integer', minimum: 1 } as const;
const cornerSchema = {
  type: 'object',
  required: ['latitude', 'longitude'],
  properties: { latitude: { type: 'number' }, longitude: { type: 'number' } },
  additionalProperties: false,
} as const;

export const yardSchema = {
  type: 'object',
  required: ['type', 'width', 'height', 'bytes', 'tag', 'place', 'corners'],
  properties: {
    type: { enum: YARD_TYPES },
    width: { ...side, description: 'pixels' },
    height: { ...side, description: 'pixels' },
    bytes: side,
    tag: { type: 'string', description: 'changes with the picture' },
    place: { ...nullable(yardPlaceSchema), description: 'null: not on the map yet' },
    corners: {
      ...nullable({ type: 'array', minItems: 4, maxItems: 4, items: cornerSchema }),
      description: 'of the picture on the map: upper left, upper right, lower right, lower left',
    },
  },
  additionalProperties: false,
} as const;

export type YardCorner = { readonly latitude: number; readonly longitude: number };
export type Yard = {
  readonly type: YardType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly tag: string;
  readonly place: YardPlace | null;
  readonly corners: readonly YardCorner[] | null;
};

/** As it is kept: the corners follow from it. */
export type StoredYard = Omit<Yard, 'corners'>;
