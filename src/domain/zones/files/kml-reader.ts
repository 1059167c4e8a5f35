import { success, type Result } from '../../../errors.js';
import { fileErrors } from '../messages.js';
import type { Ring } from '../../../schema/zones/shape.js';
import { closed, partName, sizeOf, type FindZones, type FoundShape, type FoundZone } from './found-zone.js';
import type { ImportNote } from './found-zone.js';
import { createKmlColors, type PlacemarkColors } from './kml-colors.js';
import { positionsOf, trackPositionsOf } from './kml-positions.js';
import { childNamed, childrenNamed, descendants, textOf, type XmlElement } from './xml-tree.js';

/** KML 2.2 and 2.3 (OGC 12-007r2), the placemarks of KML 2.0 and 2.1, and the tracks of its extension by Google. */

const COLLECTIONS: ReadonlySet<string> = new Set(['kml', 'Document', 'Folder']);
/** What has no area, or only a reference to one. */
const UNREAD: Readonly<Record<string, string>> = {
  NetworkLink: 'is a link to another file, which is not fetched',
  GroundOverlay: 'is a picture',
  PhotoOverlay: 'is a picture',
  ScreenOverlay: 'is a picture',
  Tour: 'is a tour',
  Model: 'is a three-dimensional model',
};
const MULTIPLE: ReadonlySet<string> = new Set(['MultiGeometry', 'MultiTrack']);
const GEOMETRIES: ReadonlySet<string> = new Set(['Point', 'LineString', 'LinearRing', 'Polygon', 'Track', 'Model']);

type Reading = {
  readonly zones: FoundZone[];
  readonly notes: ImportNote[];
  readonly colorsOf: (placemark: XmlElement) => PlacemarkColors;
  /** names of the elements that are placemarks: a schema of KML 2.0 and 2.1 adds its own */
  readonly placemarks: ReadonlySet<string>;
  count: number;
};

/** The zones of a KML file: each geometry of each placemark is one. */
export function* readKml(root: XmlElement): FindZones {
  const schemas = descendants(root, 'Schema').filter(({ attributes }) => attributes.parent === 'Placemark');
  const placemarks = new Set(['Placemark', ...schemas.map(({ attributes }) => attributes.name ?? '')]);
  const reading: Reading = { zones: [], notes: [], colorsOf: createKmlColors(root), placemarks, count: 0 };
  yield* readElement(reading, root);
  return reading;
}

function* readElement(reading: Reading, element: XmlElement): Generator<undefined, void> {
  const { name } = element;
  if (reading.placemarks.has(name)) {
    readPlacemark(reading, element);
    yield;
    return;
  }
  const unread = UNREAD[name];
  if (unread !== undefined) reading.notes.push({ name: textOf(element, 'name') ?? name, note: `left out: ${unread}` });
  else if (COLLECTIONS.has(name)) for (const child of element.children) yield* readElement(reading, child);
}

function readPlacemark(reading: Reading, placemark: XmlElement): void {
  reading.count += 1;
  const { zones, notes, colorsOf } = reading;
  const place = `placemark ${reading.count}`;
  const name = textOf(placemark, 'name');
  const description = textOf(placemark, 'description');
  const data = dataOf(placemark);
  const colorOf = colorsOf(placemark);
  const geometries = geometriesOf(placemark);
  if (geometries.length === 0) notes.push({ name: name ?? place, note: 'left out: has no geometry' });
  for (const [index, geometry] of geometries.entries()) {
    const shape = shapeOf(geometry, data);
    if (shape === undefined) {
      notes.push({ name: name ?? place, note: `left out: ${UNREAD[geometry.name] ?? 'has no positions'}` });
      continue;
    }
    zones.push({
      place,
      name: partName(name, index, geometries.length),
      description,
      color: shape.ok ? colorOf(shape.value.type) : undefined,
      home: data.get('home') === 'true',
      shape,
    });
  }
}

/** The geometries of a placemark, also those within a geometry that has several. */
function geometriesOf(element: XmlElement, found: XmlElement[] = []): readonly XmlElement[] {
  for (const child of element.children) {
    if (MULTIPLE.has(child.name)) geometriesOf(child, found);
    else if (GEOMETRIES.has(child.name)) found.push(child);
  }
  return found;
}

/** Named values of a placemark, in either form of ExtendedData. */
function dataOf(placemark: XmlElement): ReadonlyMap<string, string> {
  const extended = childNamed(placemark, 'ExtendedData');
  const values = new Map<string, string>();
  if (extended === undefined) return values;
  for (const data of childrenNamed(extended, 'Data'))
    values.set((data.attributes.name ?? '').toLowerCase(), textOf(data, 'value') ?? '');
  for (const simple of descendants(extended, 'SimpleData'))
    values.set((simple.attributes.name ?? '').toLowerCase(), simple.text.trim());
  return values;
}

type Shaped = Result<FoundShape> | undefined;

/** Undefined if the geometry has no positions, or is none that can be a zone. */
function shapeOf(geometry: XmlElement, data: ReadonlyMap<string, string>): Shaped {
  switch (geometry.name) {
    case 'Polygon':
      return polygonOf(geometry);
    case 'Model':
      return undefined;
    default: {
      const read = geometry.name === 'Track' ? trackPositionsOf(geometry) : positionsOf(geometry);
      if (!read.ok) return read;
      const { value: coordinates } = read;
      const [center] = coordinates;
      if (center === undefined) return undefined;
      if (geometry.name !== 'Point')
        return success({ type: 'corridor', coordinates, width: sizeOf(data.get('width')) });
      if (coordinates.length > 1) return severalOf(coordinates.length);
      return success({ type: 'circle', center, radius: sizeOf(data.get('radius')) });
    }
  }
}

const severalOf = (count: number): Result<never> => fileErrors.pointPositions({ count });

/** Undefined if its outer ring is empty: a hole alone is no area. */
function polygonOf(polygon: XmlElement): Shaped {
  const rings: Ring[] = [];
  for (const side of ['outerBoundaryIs', 'innerBoundaryIs']) {
    for (const ring of childrenNamed(polygon, side).flatMap((boundary) => childrenNamed(boundary, 'LinearRing'))) {
      const read = positionsOf(ring);
      if (!read.ok)
        return read.data === undefined ? read : fileErrors.ofRing({ ring: rings.length + 1, problem: read.data });
      if (read.value.length > 0) rings.push(closed(read.value));
    }
    if (rings.length === 0) return undefined;
  }
  return success({ type: 'polygon', coordinates: rings });
}
