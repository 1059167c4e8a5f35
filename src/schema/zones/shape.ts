/** At most this many vertices of a polygon, all rings together, or of a corridor. */
export const MAX_VERTICES = 200;
/** Each has at least three vertices. */
const MAX_RINGS = Math.floor(MAX_VERTICES / 3);
/** m */
export const MAX_RADIUS = 1_000_000;
export const MAX_WIDTH = 100_000;
const MIN_SIZE = 1;

/** Longitude and latitude, degrees, WGS 84. */
export type Position = readonly [longitude: number, latitude: number];
/** A closed line: the last position is the first one again. */
export type Ring = readonly Position[];

export type Circle = { readonly type: 'circle'; readonly center: Position; readonly radius: number };
/** The outer ring, then its holes, as in GeoJSON. */
export type Polygon = { readonly type: 'polygon'; readonly coordinates: readonly Ring[] };
/** A line with a width. */
export type Corridor = { readonly type: 'corridor'; readonly coordinates: readonly Position[]; readonly width: number };
export type Shape = Circle | Polygon | Corridor;

const positionSchema = {
  type: 'array',
  minItems: 2,
  maxItems: 2,
  prefixItems: [
    { type: 'number', minimum: -180, maximum: 180 },
    { type: 'number', minimum: -90, maximum: 90 },
  ],
  // Not needed to validate, but programs that read OpenAPI expect it.
  items: { type: 'number' },
  description: 'longitude and latitude, degrees, WGS 84',
} as const;

const metersSchema = (maximum: number, description: string) =>
  ({ type: 'number', minimum: MIN_SIZE, maximum, description }) as const;

/** Edges are straight in longitude and latitude (RFC 7946) and go the short way around the Earth. */
export const shapeSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    {
      type: 'object',
      required: ['type', 'center', 'radius'],
      properties: { type: { const: 'circle' }, center: positionSchema, radius: metersSchema(MAX_RADIUS, 'm') },
      additionalProperties: false,
    },
    {
      type: 'object',
      required: ['type', 'coordinates'],
      properties: {
        type: { const: 'polygon' },
        coordinates: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_RINGS,
          items: { type: 'array', minItems: 4, maxItems: MAX_VERTICES + 1, items: positionSchema },
          description: `the outer ring, then its holes, as in GeoJSON; at most ${MAX_VERTICES} vertices`,
        },
      },
      additionalProperties: false,
    },
    {
      type: 'object',
      required: ['type', 'coordinates', 'width'],
      properties: {
        type: { const: 'corridor' },
        coordinates: {
          type: 'array',
          minItems: 2,
          maxItems: MAX_VERTICES,
          items: positionSchema,
          description: 'a line, as in GeoJSON',
        },
        width: metersSchema(MAX_WIDTH, 'm, from side to side'),
      },
      additionalProperties: false,
    },
  ],
} as const;
