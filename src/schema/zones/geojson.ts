import { validatorOf } from '../validator.js';

export const MAX_ZONES_OF_FILE = 2_000;

/** Nothing of its coordinates is checked. */
export type GeojsonGeometry = {
  readonly type: string;
  readonly coordinates?: unknown;
  /** of a GeometryCollection */
  readonly geometries?: unknown;
};
export type GeojsonFeature = {
  readonly geometry?: GeojsonGeometry | null;
  readonly properties?: Readonly<Record<string, unknown>> | null;
};
type FeatureCollection = { readonly type: 'FeatureCollection'; readonly features: readonly GeojsonFeature[] };
export type GeojsonFile = FeatureCollection | (GeojsonFeature & { readonly type: 'Feature' }) | GeojsonGeometry;

/** Programs add members of their own (RFC 7946, 6.1), which mean nothing here. */
const featureSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { const: 'Feature' },
    geometry: { type: ['object', 'null'], required: ['type'], properties: { type: { type: 'string' } } },
    properties: { type: ['object', 'null'] },
  },
} as const;

/** Members of a whole file that another form has, and those that GDAL, GeoServer, uMap and others write: they mean nothing. */
const others = Object.fromEntries(
  (
    'features geometry properties coordinates geometries id bbox name crs generator copyright timestamp timeStamp title ' +
    'description metadata license attribution links totalFeatures numberMatched numberReturned _umap_options ' +
    'xy_coordinate_resolution z_coordinate_resolution'
  )
    .split(' ')
    .map((name) => [name, {}]),
);

type Form = { readonly required: readonly string[]; readonly properties: Readonly<Record<string, object>> };

const fileSchema = ({ required, properties }: Form): object => ({
  type: 'object',
  required,
  properties: { ...others, ...properties },
  additionalProperties: false,
});

const geometrySchema = (type: string, content: 'coordinates' | 'geometries'): object =>
  fileSchema({
    required: ['type', content],
    properties: { type: { const: type }, [content]: { type: 'array', items: {} } },
  });

/** A GeoJSON text: a geometry, a feature or a list of features. */
const geojsonSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    fileSchema({
      required: ['type', 'features'],
      properties: {
        type: { const: 'FeatureCollection' },
        features: { type: 'array', minItems: 1, maxItems: MAX_ZONES_OF_FILE, items: featureSchema },
      },
    }),
    fileSchema(featureSchema),
    ...['Polygon', 'MultiPolygon', 'LineString', 'MultiLineString', 'Point', 'MultiPoint'].map((type) =>
      geometrySchema(type, 'coordinates'),
    ),
    geometrySchema('GeometryCollection', 'geometries'),
  ],
} as const;

export const validateGeojson = validatorOf<GeojsonFile>(geojsonSchema);
