import { failure, success, type Result } from '../../errors.js';
import type { Zone, ZoneInput } from '../../schema/zones/zone.js';

/** Zones as RFC 7946 writes them: a circle is a point with a radius, a corridor a line with a width, in m. */

type Geometry = { readonly type: string; readonly coordinates: unknown };
type Properties = Readonly<Record<string, unknown>>;
/** As it was sent: nothing of it is checked. */
export type Feature = {
  readonly type: 'Feature';
  readonly geometry: Geometry | null;
  readonly properties?: Properties | null;
};
export type FeatureCollection = { readonly type: 'FeatureCollection'; readonly features: readonly Feature[] };

export const GEOJSON = 'application/geo+json';

export const toGeojson = (zones: readonly Zone[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: zones.map(toFeature),
});

function toFeature({ shape, creation, lastModified, ...properties }: Zone): Feature {
  switch (shape.type) {
    case 'circle':
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: shape.center },
        properties: { ...properties, radius: shape.radius, creation, lastModified },
      };
    case 'corridor':
      return {
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: shape.coordinates },
        properties: { ...properties, width: shape.width, creation, lastModified },
      };
    case 'polygon':
      return {
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: shape.coordinates },
        properties: { ...properties, creation, lastModified },
      };
  }
}

/** m, of points and lines that have no size of their own */
export type DefaultSizes = { readonly radius?: number; readonly width?: number };

/** The zones of a file, to be checked like any others. Each polygon of a MultiPolygon is a zone. */
export function readGeojson(file: FeatureCollection | Feature, sizes: DefaultSizes = {}): Result<readonly unknown[]> {
  const features = file.type === 'Feature' ? [file] : file.features;
  const zones: unknown[] = [];
  for (const [index, feature] of features.entries()) {
    const read = readFeature(feature, index, sizes);
    if (!read.ok) return read;
    zones.push(...read.value);
  }
  return success(zones);
}

function readFeature(
  { geometry, properties }: Feature,
  index: number,
  sizes: DefaultSizes,
): Result<readonly unknown[]> {
  const pointer = `/features/${index}`;
  const own: Properties = { ...sizes, ...properties };
  const common = commonOf(own, index);
  if (geometry === null) return failure('validation_failed', `${pointer}/geometry is missing`);
  switch (geometry.type) {
    case 'Polygon':
      return success([{ ...common, shape: { type: 'polygon', coordinates: flat(geometry.coordinates) } }]);
    case 'MultiPolygon':
      return success(
        listOf(geometry.coordinates).map((coordinates, at, { length }) => ({
          ...common,
          name: length === 1 ? common.name : `${common.name} ${at + 1}`,
          shape: { type: 'polygon', coordinates: flat(coordinates) },
        })),
      );
    case 'Point':
      if (typeof own.radius !== 'number')
        return failure('validation_failed', `${pointer}/properties/radius is missing: a point needs one, in m`);
      return success([
        { ...common, shape: { type: 'circle', center: flat(geometry.coordinates), radius: own.radius } },
      ]);
    case 'LineString':
      if (typeof own.width !== 'number')
        return failure('validation_failed', `${pointer}/properties/width is missing: a line needs one, in m`);
      return success([
        { ...common, shape: { type: 'corridor', coordinates: flat(geometry.coordinates), width: own.width } },
      ]);
    default:
      return failure(
        'validation_failed',
        `${pointer}/geometry must be a Polygon, a MultiPolygon, a Point with a radius or a LineString with a width`,
      );
  }
}

function commonOf(properties: Properties, index: number): Partial<ZoneInput> & { readonly name: string } {
  const { name, title, description, color, home } = properties;
  const text = [name, title].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return {
    name: text?.trim() ?? `Zone ${index + 1}`,
    ...(typeof description === 'string' && { description }),
    ...(typeof color === 'string' && { color }),
    ...(typeof home === 'boolean' && { home }),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Positions without their altitude, at any depth. */
function flat(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const list = value as readonly unknown[];
  return typeof list[0] === 'number' ? list.slice(0, 2) : list.map(flat);
}
