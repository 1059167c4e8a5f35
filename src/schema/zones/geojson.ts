import { validatorOf } from '../validator.js';

export const MAX_ZONES_OF_FILE = 2_000;

const featureSchema = {
  type: 'object',
  required: ['type', 'geometry'],
  properties: {
    type: { const: 'Feature' },
    geometry: {
      type: ['object', 'null'],
      required: ['type', 'coordinates'],
      properties: { type: { type: 'string' }, coordinates: {} },
    },
    properties: { type: ['object', 'null'] },
  },
} as const;

/** What programs write besides the members of RFC 7946: it means nothing here. */
const others = { id: {}, bbox: {}, name: {}, crs: {}, generator: {}, copyright: {}, timestamp: {} } as const;

/** A feature or a list of them. */
const geojsonSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    { ...featureSchema, properties: { ...featureSchema.properties, ...others }, additionalProperties: false },
    {
      type: 'object',
      required: ['type', 'features'],
      properties: {
        type: { const: 'FeatureCollection' },
        ...others,
        features: { type: 'array', minItems: 1, maxItems: MAX_ZONES_OF_FILE, items: featureSchema },
      },
      additionalProperties: false,
    },
  ],
} as const;

type Feature = {
  readonly type: 'Feature';
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties?: Readonly<Record<string, unknown>> | null;
};
export type GeojsonInput = Feature | { readonly type: 'FeatureCollection'; readonly features: readonly Feature[] };
export const validateGeojson = validatorOf<GeojsonInput>(geojsonSchema);
