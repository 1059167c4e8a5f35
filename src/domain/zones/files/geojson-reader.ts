import { success } from '../../../errors.js';
import type { GeojsonFile, GeojsonFeature, GeojsonGeometry } from '../../../schema/zones/geojson.js';
import type { Position, Ring } from '../../../schema/zones/shape.js';
import { closed, hexColorOf, partName, type FindZones, type FoundShape, type FoundZone } from './found-zone.js';
import type { ImportNote } from './found-zone.js';

/** The names of the property that names a feature, in lower case, the best first: programs keep those of their source. */
const NAMES = ['name', 'title', 'label', 'bezeichnung', 'nombre', 'nom', 'naam', 'nome'];
const DESCRIPTIONS = ['description', 'desc'];
/** Ours, then those of simplestyle 1.1. */
const COLORS = ['color', 'fill', 'stroke', 'marker-color'];

/** m, of points and lines that have no size of their own */
export type DefaultSizes = { readonly radius?: number; readonly width?: number };

type Properties = ReadonlyMap<string, unknown>;
/** A shape, or why the geometry is left out. */
type Part = FoundShape | string;

/** The zones of a GeoJSON file (RFC 7946): each part of each geometry is one. */
export function* readGeojson(file: GeojsonFile, sizes: DefaultSizes): FindZones {
  const zones: FoundZone[] = [];
  const notes: ImportNote[] = [];
  for (const [index, feature] of featuresOf(file).entries()) {
    const place = `feature ${index + 1}`;
    const properties = propertiesOf(feature);
    const name = textOf(properties, NAMES);
    const parts = partsOf(feature.geometry ?? null, properties, sizes);
    if (parts.length === 0) notes.push({ name: name ?? place, note: 'left out: has no geometry' });
    else if (name === undefined) notes.push({ name: place, note: `has no name in a property ${NAMES[0] ?? ''}` });
    for (const [at, part] of parts.entries()) {
      if (typeof part === 'string') notes.push({ name: name ?? place, note: `left out: ${part}` });
      else
        zones.push({
          place,
          name: partName(name, at, parts.length),
          description: textOf(properties, DESCRIPTIONS),
          color: hexColorOf(textOf(properties, COLORS)),
          home: properties.get('home') === true,
          shape: success(part),
        });
    }
    yield;
  }
  return { zones, notes };
}

/** Members of another type are foreign ones, whatever they hold. */
function featuresOf(file: GeojsonFile): readonly GeojsonFeature[] {
  if (file.type === 'FeatureCollection') return (file as { readonly features: readonly GeojsonFeature[] }).features;
  return file.type === 'Feature' ? [file as GeojsonFeature] : [{ geometry: file }];
}

/** By their names in lower case; of names that differ in case alone, the first counts. */
function propertiesOf({ properties }: GeojsonFeature): Properties {
  const all = new Map<string, unknown>();
  for (const [name, value] of Object.entries(properties ?? {})) {
    const key = name.toLowerCase();
    if (!all.has(key)) all.set(key, value);
  }
  return all;
}

function textOf(properties: Properties, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = properties.get(name);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') return text;
  }
  return undefined;
}

/** The size as the file has it, so that one that is no size is refused; else that of the caller. */
function sizeOf(properties: Properties, name: 'radius' | 'width', sizes: DefaultSizes): number | undefined {
  const value = properties.get(name);
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : sizes[name];
}

function partsOf(geometry: GeojsonGeometry | null, properties: Properties, sizes: DefaultSizes): readonly Part[] {
  const parts: Part[] = [];
  const width = sizeOf(properties, 'width', sizes);
  const radius = sizeOf(properties, 'radius', sizes);
  const addCircle = (position: unknown): unknown =>
    parts.push(
      radius === undefined
        ? 'the property radius is missing: a point needs one, in m'
        : { type: 'circle', center: positionOf(position), radius },
    );
  const addCorridor = (line: unknown): unknown =>
    parts.push(
      width === undefined
        ? 'the property width is missing: a line needs one, in m'
        : { type: 'corridor', coordinates: listOf(line).map(positionOf), width },
    );
  const addPolygon = (rings: unknown): unknown =>
    parts.push({ type: 'polygon', coordinates: listOf(rings).map(ringOf) });

  function add(one: GeojsonGeometry): void {
    const { type, coordinates, geometries } = one;
    if (type === 'Point') addCircle(coordinates);
    else if (type === 'LineString') addCorridor(coordinates);
    else if (type === 'Polygon') addPolygon(coordinates);
    else if (type === 'MultiPoint') listOf(coordinates).forEach(addCircle);
    else if (type === 'MultiLineString') listOf(coordinates).forEach(addCorridor);
    else if (type === 'MultiPolygon') listOf(coordinates).forEach(addPolygon);
    else if (type === 'GeometryCollection') listOf(geometries).map(geometryOf).forEach(add);
    else parts.push(`${type.slice(0, 40)} is no geometry of RFC 7946`);
  }

  if (geometry !== null) add(geometry);
  return parts;
}

const ringOf = (ring: unknown): Ring => closed(listOf(ring).map(positionOf));

const geometryOf = (value: unknown): GeojsonGeometry =>
  typeof value === 'object' && value !== null && typeof (value as GeojsonGeometry).type === 'string'
    ? (value as GeojsonGeometry)
    : { type: 'a part without a type' };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Without its altitude. What is no position is refused as one without numbers. */
function positionOf(value: unknown): Position {
  const [longitude, latitude] = listOf(value);
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : [NaN, NaN];
}
