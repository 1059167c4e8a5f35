import type { Zone } from '../../schema/zones/zone.js';

/** Zones as RFC 7946 writes them: a circle is a point with a radius, a corridor a line with a width, in m. */

type Geometry = { readonly type: string; readonly coordinates: unknown };
type Properties = Readonly<Record<string, unknown>>;
export type Feature = {
  readonly type: 'Feature';
  readonly geometry: Geometry;
  readonly properties: Properties;
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
